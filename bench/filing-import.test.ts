import { describe, expect, it } from 'vitest'
import { conversationsOf } from './filing-import'

const MINUTE = 60_000
const row = (id: string, minutes: number, talk: string | null) => ({
  id,
  at: minutes * MINUTE,
  role: 'user' as const,
  text: id,
  topic: id,
  oneoff: false,
  talk,
})
const ids = (rows: ReturnType<typeof row>[]) =>
  conversationsOf({ name: 's', rows }).map((conversation) => conversation.rows.map(({ id }) => id))

describe('the conversations of an export', () => {
  it('are the talks, whatever was said in between', () => {
    expect(ids([row('a', 0, 'dogs'), row('b', 1, 'aside'), row('c', 2, 'dogs')])).toEqual([['a', 'c'], ['b']])
  })
  it('are what was said within an hour where the rows name no talk', () => {
    expect(ids([row('a', 0, null), row('b', 30, null), row('c', 120, null)])).toEqual([['a', 'b'], ['c']])
  })
})
