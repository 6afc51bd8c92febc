import { describe, expect, it } from 'vitest'
import { joinedEvents } from './joined-events'

const event = (delta: unknown, more: object = {}): string =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: null }], ...more })}`
/** As lines, each event with the blank one behind it. */
const lines = (...events: string[]): string[] => events.flatMap((line) => [line, ''])
const joined = (...events: string[]): readonly string[] => joinedEvents(lines(...events), 0)
/** What the lines say, whatever the order of their names. */
const read = (all: readonly string[]): unknown[] =>
  all.map((line) => (line === '' ? '' : JSON.parse(line.replace('data: ', ''))))
const args = (text: string, index = 0): unknown => ({ tool_calls: [{ index, function: { arguments: text } }] })

describe('events that came together', () => {
  it('are one where they go on with the same text, which stays whole', () => {
    expect(read(joined(event({ content: 'a' }), event({ content: ' ' }), event({ content: 'b' })))).toEqual(
      read(lines(event({ content: 'a b' }))),
    )
    expect(read(joined(event({ reasoning_content: 'hm' }), event({ reasoning_content: ', yes' })))).toEqual(
      read(lines(event({ reasoning_content: 'hm, yes' }))),
    )
    expect(read(joined(event(args('{"q')), event(args('":1}'))))).toEqual(read(lines(event(args('{"q":1}')))))
  })

  it('stay as they came where they are few', () => {
    const few = lines(...Array.from({ length: 16 }, () => event({ content: 'a' })))
    expect(joinedEvents(few)).toEqual(few)
    expect(joinedEvents([...few, ...few])).toHaveLength(2)
  })

  it('are one where thoughts and the answer take turns, each whole', () => {
    const all = [event({ reasoning_content: 'hm' }), event({ content: 'a' }), event({ reasoning_content: ', so' })]
    expect(read(joined(...all))).toEqual(read(lines(event({ reasoning_content: 'hm, so', content: 'a' }))))
  })

  it('keep their order where calls begin, and of each call', () => {
    const all = [event({ content: 'a' }), event(args('1', 0)), event({ content: 'b' })]
    expect(joined(...all)).toEqual(lines(...all))
    const calls = [event(args('1', 0)), event(args('2', 1))]
    expect(joined(...calls)).toEqual(lines(...calls))
  })

  it('go with their neighbours where they say nothing, and keep the counts of the last that said something', () => {
    expect(
      read(
        joined(
          event({ role: 'assistant', content: '' }),
          event({ content: 'a' }, { usage: { completion_tokens: 1 } }),
          event({ content: 'b' }, { usage: { completion_tokens: 2 } }),
          event({}),
        ),
      ),
    ).toEqual(read(lines(event({ content: 'ab' }, { usage: { completion_tokens: 2 } }))))
  })

  it('stay as they came where they say anything else, or are alone', () => {
    const end = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: '.' }, finish_reason: 'stop' }] })}`
    const begun = event({ tool_calls: [{ index: 0, id: 'x', function: { name: 'search', arguments: '' } }] })
    const all = [
      ...[event({ content: 'a' }), ': a comment', begun, event(args('{}')), end, 'data: {"choices":[]}'],
      ...['data: {"error":{"message":"no"}}', 'data: {"choices":[{"index":0,"delta":{"content":"cut', 'data: [DONE]'],
    ]
    expect(joined(...all)).toEqual(lines(...all))
    // two lines of one event are one event, whatever they say
    const one = [event({ content: 'a' }), event({ content: 'b' }), '']
    expect(joinedEvents(one, 0)).toEqual(one)
    // and what ends in the next piece ends there
    expect(joinedEvents([event({ content: 'a' })], 0)).toEqual([event({ content: 'a' })])
    expect(joinedEvents(['', event({ content: 'b' })], 0)).toEqual(['', event({ content: 'b' })])
  })
})
