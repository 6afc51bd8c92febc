import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { jsonFile } from './json-file'

const path = () => join(mkdtempSync(join(tmpdir(), 'catchment-app-')), 'models.json')

describe('a JSON file', () => {
  it('is read as it was written, and null before', async () => {
    const at = path()
    const file = jsonFile(at)
    expect(await file.load()).toBeNull()
    await file.save({ a: [1, 'ü'] })
    expect(await file.load()).toEqual({ a: [1, 'ü'] })
    // It may hold what only its owner should read, and leaves nothing half-written beside it.
    expect(statSync(at).mode & 0o077).toBe(0)
    expect(readdirSync(dirname(at))).toEqual(['models.json'])
  })

  it('that is damaged is an error, not an empty one: it is not ours to overwrite', async () => {
    const at = path()
    writeFileSync(at, '{"a": [1,')
    await expect(jsonFile(at).load()).rejects.toThrow(SyntaxError)
  })
})
