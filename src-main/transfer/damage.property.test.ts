import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { fileOf, gptConversation, readAll } from './testing/exports'

const TALKS = 4
const gpt = JSON.stringify(
  Array.from({ length: TALKS }, (_, c) =>
    gptConversation(
      `c${c}`,
      [0, 1, 2, 3].map((i) => ({
        id: `n${i}`,
        parent: i === 0 ? null : `n${i - 1}`,
        role: i % 2 ? 'assistant' : 'user',
        text: `Message ${c}.${i} — ünï`,
      })),
      'n3',
    ),
  ),
)
const claude = JSON.stringify(
  Array.from({ length: TALKS }, (_, c) => ({
    uuid: `c${c}`,
    name: `Talk ${c}`,
    created_at: '2026-01-01T00:00:00Z',
    chat_messages: [0, 1, 2, 3].map((i) => ({
      uuid: `m${i}`,
      sender: i % 2 ? 'assistant' : 'human',
      text: `Message ${c}.${i}`,
      content: [{ type: 'text', text: `Message ${c}.${i}` }],
      created_at: `2026-01-01T00:0${i}:00Z`,
    })),
  })),
)
const rows = Array.from({ length: 16 }, (_, i) =>
  JSON.stringify({
    conv: `c${i % TALKS}`,
    id: i,
    ts: 1.7e9 + i,
    author: i % 2 ? 'assistant' : 'Ann',
    text: `Message ${i} ünï`,
  }),
).join('\n')

let file: string
beforeAll(async () => {
  file = await fileOf('x')
})

/** Rows that were cut between two lines are whole rows. */
const partsOf = (bytes: Buffer): number =>
  bytes[0] === 0x7b
    ? bytes
        .toString()
        .split('\n')
        .filter((line) => line !== '').length
    : 16

/** Whatever was done to it: it comes to an end, with all sixteen messages, or with an error or a reason for those that lack. */
async function survives(bytes: Buffer, whole = 16): Promise<void> {
  await writeFile(file, bytes)
  let said = 0
  let complaint: unknown = null
  try {
    const { conversations, reader, error } = await readAll(file)
    // Where a link was damaged, what hung from it stands on a branch of its own.
    said = conversations.flatMap((c) => [...c.messages, ...(c.others ?? [])]).length
    const { failed, leftOut } = reader.counts()
    complaint = error ?? (failed > 0 || leftOut.length > 0 ? 'counted' : null)
    expect(conversations.every((c) => c.messages.length > 0)).toBe(true)
    if (error !== null) expect(error).toMatchObject({ name: 'CatchmentError' })
  } catch (error) {
    expect(error).toMatchObject({ name: 'CatchmentError' })
    complaint = error
  }
  if (said < whole) expect(complaint).not.toBeNull()
}

describe.each([
  ['ChatGPT', Buffer.from(gpt)],
  ['Claude', Buffer.from(claude)],
  ['rows', Buffer.from(rows)],
])('a damaged export of %s', (_, whole) => {
  it('that is cut anywhere never crashes and never loses in silence', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: whole.length }), async (at) =>
        survives(whole.subarray(0, at), partsOf(whole.subarray(0, at))),
      ),
      { numRuns: 170 },
    )
  })

  it('with flipped bytes never crashes and never loses in silence', async () => {
    const flip = fc.record({ at: fc.nat(whole.length - 1), to: fc.nat(255) })
    await fc.assert(
      fc.asyncProperty(fc.array(flip, { minLength: 1, maxLength: 4 }), async (flips) => {
        const bytes = Buffer.from(whole)
        for (const { at, to } of flips) bytes[at] = to
        await survives(bytes)
      }),
      { numRuns: 170 },
    )
  })
})

it('a zip that is cut or has flipped bytes never crashes, and gives no other words than were written in silence', async () => {
  const zip = new ZipFile()
  // One part is packed, the other is not: there nothing but its checksum tells.
  zip.addBuffer(Buffer.from(gpt), 'conversations-000.json')
  zip.addBuffer(Buffer.from(claude), 'conversations-001.json', { compress: false })
  zip.end()
  const whole = await buffer(zip.outputStream)
  const wordsOf = ({ conversations }: Awaited<ReturnType<typeof readAll>>): string[] =>
    conversations
      .flatMap((c) => [...c.messages, ...(c.others ?? [])])
      .map((m) => m.text)
      .sort()
  await writeFile(file, whole)
  const words = wordsOf(await readAll(file))
  const place = fc.nat(whole.length - 1)
  const flip = fc.record({ at: place, to: fc.nat(255) })
  await fc.assert(
    fc.asyncProperty(fc.array(flip, { maxLength: 3 }), fc.option(place), async (flips, cut) => {
      const bytes = Buffer.from(whole.subarray(0, cut ?? whole.length))
      for (const { at, to } of flips) if (at < bytes.length) bytes[at] = to
      await writeFile(file, bytes)
      let complaint: unknown = null
      let said: string[] = []
      try {
        const read = await readAll(file)
        const { failed, leftOut } = read.reader.counts()
        complaint = read.error ?? (failed > 0 || leftOut.length > 0 ? 'counted' : null)
        said = wordsOf(read)
        await read.reader.close()
      } catch (error) {
        complaint = error
      }
      if (complaint instanceof Error) expect(complaint).toMatchObject({ name: 'CatchmentError' })
      if (complaint === null) expect(said).toEqual(words)
    }),
    { numRuns: 300 },
  )
})

it('a first message whose name was damaged is missed, not taken for a root without one', async () => {
  const bytes = Buffer.from(gpt.replace('"message":', '" essage":'))
  await survives(bytes)
})
