import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { realStarter } from '../testing/real-models'
import { checkGguf } from './gguf-check'

const folder = mkdtempSync(join(tmpdir(), 'gguf-check-'))
const written = (name: string, content: Buffer): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const header = (version: number, tensors: bigint, keys: bigint): Buffer => {
  const bytes = Buffer.alloc(24)
  bytes.write('GGUF', 0, 'latin1')
  bytes.writeUInt32LE(version, 4)
  bytes.writeBigUInt64LE(tensors, 8)
  bytes.writeBigUInt64LE(keys, 16)
  return bytes
}

it('lets the head of a GGUF file pass', async () => {
  await expect(checkGguf(written('good.gguf', header(3, 272n, 30n)))).resolves.toBeUndefined()
})

it.skipIf(!realStarter)('lets the real starter pass', async () => {
  await expect(checkGguf(realStarter?.path ?? '')).resolves.toBeUndefined()
})

it.each([
  ['an empty file', Buffer.alloc(0)],
  ['text', Buffer.from('This is no model at all, only text.')],
  ['the magic and then garbage', Buffer.from('GGUF, or so it claims: but no')],
  ['more keys than any file has', header(3, 1n, 2n ** 40n)],
  ['a file that ends within its head', header(3, 1n, 1n).subarray(0, 20)],
])('refuses %s', async (name, content) => {
  await expect(checkGguf(written(name, content))).rejects.toMatchObject({ code: 'model_failed' })
})
