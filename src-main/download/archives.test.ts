import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { extractFromTarball } from './tar-archive'
import { type Members, tarballOf, zipOf } from './testing/archives'
import { noise } from './testing/models'
import { extractFromZip } from './zip-archive'

let folder: string
const signal = new AbortController().signal
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catchment-archives-'))
})
afterAll(() => rm(folder, { recursive: true }))

const kinds = [
  { kind: 'a zip file', extract: extractFromZip, make: (members: Members) => zipOf(members) },
  {
    kind: 'an unpacked zip file with a comment',
    extract: extractFromZip,
    make: (members: Members) => zipOf(members, { stored: true, comment: 'made for a test' }),
  },
  { kind: 'a gzipped tar file', extract: extractFromTarball, make: tarballOf },
]

const name = fc.stringMatching(/^[a-z]{1,12}(\/[a-z.]{1,60}[a-z]){0,3}$/)
const content = fc.integer({ min: 0, max: 150_000 }).map((length) => noise(length, length + 1))
const archive = fc.dictionary(name, content, { minKeys: 1, maxKeys: 6 })

describe.each(kinds)('$kind', ({ extract, make }) => {
  const path = (): string => join(folder, 'archive')

  it('gives back every member as it went in, whichever are wanted', async () => {
    await fc.assert(
      fc.asyncProperty(archive, fc.nat(), async (members, which) => {
        await writeFile(path(), make(members))
        const names = Object.keys(members).filter((_, at) => at !== which % 7)
        await extract(path(), new Map(names.map((one, at) => [one, join(folder, `member-${at}`)])), signal)
        for (const [at, one] of names.entries())
          expect((await readFile(join(folder, `member-${at}`))).equals(members[one] ?? noise(1))).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  it('says which member it does not hold', async () => {
    await writeFile(path(), make({ here: noise(10) }))
    await expect(extract(path(), new Map([['elsewhere', join(folder, 'x')]]), signal)).rejects.toThrow(
      /holds no elsewhere/,
    )
  })

  it('is refused wherever it was cut off, never half unpacked without a word', async () => {
    const members = { one: noise(5000), two: noise(70_000, 2) }
    const whole = make(members)
    // The end of a tar file is padding: all of its members may be there before it.
    const last = extract === extractFromTarball ? whole.length - 60 : whole.length - 25
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: last }), async (length) => {
        await writeFile(path(), whole.subarray(0, length))
        const wanted = new Map(Object.keys(members).map((one) => [one, join(folder, one)]))
        await expect(extract(path(), wanted, signal)).rejects.toThrow()
      }),
      { numRuns: 30 },
    )
  })

  it('is not what some other file is', async () => {
    await writeFile(path(), noise(5000))
    await expect(extract(path(), new Map([['one', join(folder, 'x')]]), signal)).rejects.toThrow(
      /the archive (is not|holds)/,
    )
  })

  it('stops when cancelled', async () => {
    await writeFile(path(), make({ one: noise(5000) }))
    const stopped = AbortSignal.abort()
    await expect(extract(path(), new Map([['one', join(folder, 'x')]]), stopped)).rejects.toThrow(/abort/i)
  })
})

describe('an archive made by the usual programs', () => {
  it('is read the same', async () => {
    const big = noise(200_000)
    await writeFile(join(folder, 'big.bin'), big)
    execFileSync('tar', ['czf', 'real.tgz', 'big.bin'], { cwd: folder })
    await extractFromTarball(join(folder, 'real.tgz'), new Map([['big.bin', join(folder, 'out')]]), signal)
    expect((await readFile(join(folder, 'out'))).equals(big)).toBe(true)
  })
})
