import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isSealedFile, sealFile, unsealFile } from './files'
import { HEAD_BYTES, PIECE_BYTES, TAG_BYTES } from './format'

let dir: string
const at = (name: string): string => join(dir, name)
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'catchment-sealed-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

it.each([0, 1, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 3 * PIECE_BYTES + 17])(
  'gives %i bytes back as they were, and shows none of them',
  async (size) => {
    const words = randomBytes(size)
    writeFileSync(at('plain'), words)
    await sealFile(at('plain'), at('sealed'), 'a long pass phrase')
    expect(await isSealedFile(at('sealed'))).toBe(true)
    expect(await isSealedFile(at('plain'))).toBe(false)
    expect(statSync(at('sealed')).mode & 0o077).toBe(0)
    if (size > 40) expect(readFileSync(at('sealed')).includes(words.subarray(0, 40))).toBe(false)
    await unsealFile(at('sealed'), at('again'), 'a long pass phrase')
    expect(readFileSync(at('again')).equals(words)).toBe(true)
  },
)

it('opens for the same letters however they were composed, and for no others', async () => {
  writeFileSync(at('plain'), 'words')
  await sealFile(at('plain'), at('sealed'), 'caf\u00e9 au lait')
  await unsealFile(at('sealed'), at('again'), 'cafe\u0301 au lait')
  await expect(unsealFile(at('sealed'), at('again'), 'cafe au lait')).rejects.toMatchObject({
    code: 'wrong_passphrase',
    message: expect.stringContaining('does not open the file'),
  })
})

it('says so in a sentence wherever it was cut, and whatever byte of it was changed', async () => {
  writeFileSync(at('plain'), randomBytes(2 * PIECE_BYTES + 5))
  await sealFile(at('plain'), at('sealed'), 'p')
  const whole = readFileSync(at('sealed'))
  const piece = PIECE_BYTES + TAG_BYTES
  const cuts = [
    4,
    HEAD_BYTES - 1,
    HEAD_BYTES,
    HEAD_BYTES + 9,
    HEAD_BYTES + piece,
    HEAD_BYTES + 2 * piece,
    whole.length - 1,
  ]
  for (const cut of cuts) {
    writeFileSync(at('cut'), whole.subarray(0, cut))
    await expect(unsealFile(at('cut'), at('out'), 'p'), `cut at ${cut}`).rejects.toMatchObject({
      code: expect.stringMatching(/import_broken|wrong_passphrase/),
      message: expect.stringMatching(/damaged|does not open/),
    })
  }
  for (const place of [0, 9, 12, HEAD_BYTES - 1, HEAD_BYTES + 3, HEAD_BYTES + piece + 3, whole.length - 1]) {
    const changed = Buffer.from(whole)
    changed[place] = (changed[place] ?? 0) ^ 1
    writeFileSync(at('changed'), changed)
    await expect(unsealFile(at('changed'), at('out'), 'p'), `changed at ${place}`).rejects.toMatchObject({
      name: 'CatchmentError',
    })
  }
  // two pieces in each other's place
  const swapped = Buffer.concat([
    whole.subarray(0, HEAD_BYTES),
    whole.subarray(HEAD_BYTES + piece, HEAD_BYTES + 2 * piece),
    whole.subarray(HEAD_BYTES, HEAD_BYTES + piece),
    whole.subarray(HEAD_BYTES + 2 * piece),
  ])
  writeFileSync(at('swapped'), swapped)
  await expect(unsealFile(at('swapped'), at('out'), 'p')).rejects.toMatchObject({ name: 'CatchmentError' })
})
