import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { keyFile } from './key-file'

const dir = mkdtempSync(join(tmpdir(), 'catchment-keys-'))
const path = join(dir, 'keys.json')
const mask = process.umask()
afterEach(() => {
  process.umask(mask)
  rmSync(dir, { recursive: true, force: true })
})

it('keeps keys in a file that only its owner reads, whatever the umask, and loses none to writes at once', async () => {
  process.umask(0)
  const keys = keyFile(path)
  expect(await keys.read('a')).toBeNull()
  await Promise.all([keys.write('a', 'sk-1'), keys.write('b', 'sk-2'), keys.write('__proto__', 'sk-3')])
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(await keyFile(path).read('a')).toBe('sk-1')
  expect(await keys.read('b')).toBe('sk-2')
  await keys.remove('a')
  expect(await keys.read('a')).toBeNull()
  expect(readFileSync(path, 'utf8')).not.toContain('sk-1')
})
