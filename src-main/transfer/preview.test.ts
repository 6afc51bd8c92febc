import { describe, expect, it } from 'vitest'
import { previewImport } from './preview'
import { fileOf } from './testing/exports'

const row = (conv: string, id: number, author: string, day = 1) =>
  JSON.stringify({ conv, id, ts: new Date(Date.UTC(2024, 0, day)).toISOString(), author, text: `t${id}` })
const look = async (content: string, known = 0) =>
  previewImport(await fileOf(content, 'life.jsonl'), {
    format: 'auto',
    signal: AbortSignal.any([]),
    known: async () => known,
    report: () => undefined,
  })

describe('the dry look', () => {
  it('says which programs, how many talks and messages, from when to when, who speaks, and what is left out', async () => {
    const rows = [
      row('a', 1, 'Ann', 5),
      row('a', 2, 'Ben', 2),
      row('b', 3, 'assistant'),
      row('b', 4, 'Ann'),
      '{"type":"question"}',
      'x',
    ]
    expect(await look(rows.join('\n'), 2)).toEqual({
      name: 'life.jsonl',
      programs: ['JSONL'],
      beside: 0,
      conversations: 2,
      read: 4,
      skipped: 1,
      failed: 1,
      reasons: ['Line 6: it is not a JSON object'],
      leftOut: [{ what: 'rows of type “question”', count: 1 }],
      from: '2024-01-01T00:00:00.000Z',
      to: '2024-01-05T00:00:00.000Z',
      speakers: [
        { name: 'Ann', messages: 2 },
        { name: 'Ben', messages: 1 },
      ],
      known: 2,
      broken: null,
    })
  })

  it('says where a file breaks, and refuses one that holds nothing', async () => {
    const talk =
      '{"uuid":"u","chat_messages":[{"uuid":"m","sender":"human","text":"Hi","created_at":"2026-01-01T00:00:00Z"}]}'
    expect(await look(`[${talk},{"uuid`)).toMatchObject({
      read: 1,
      broken: expect.stringMatching(/breaks after 1 conversation/),
    })
    await expect(look('Dear diary')).rejects.toMatchObject({ code: 'import_broken' })
  })
})
