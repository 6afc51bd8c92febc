import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createThinkingStream } from './thinking'

function read(pieces: readonly string[]): { answer: string; thoughts: string } {
  const said = { answer: '', thoughts: '' }
  const stream = createThinkingStream((piece) => {
    if (typeof piece === 'string') said.answer += piece
    else said.thoughts += piece.text
  })
  for (const piece of pieces) stream.push(piece)
  stream.end()
  return said
}
/** A text cut at random places. */
const cutting = (text: string) =>
  fc
    .uniqueArray(fc.integer({ min: 1, max: Math.max(1, text.length - 1) }))
    .map((at) => [0, ...at.sort((a, b) => a - b), text.length])
    .map((at) => at.slice(1).map((to, i) => text.slice(at[i], to)))

describe('the thoughts of a model', () => {
  it.each([
    ['\n<think>\nA dog?\n</think>\n\nRex.', 'Rex.', '\nA dog?\n'],
    ['<thinking>Hm < 3</thinking>Yes.', 'Yes.', 'Hm < 3'],
    ['<think></think>\n\nPlain.', 'Plain.', ''],
    ['<think>never ends', '', 'never ends'],
    ['Write <think> at the start.', 'Write <think> at the start.', ''],
    ['<think>a</think>Then <think>b</think>', 'Then <think>b</think>', 'a'],
    ['<thin', '<thin', ''],
    ['<table>', '<table>', ''],
    ['', '', ''],
  ])('are taken out of %j, wherever it is cut', (text, answer, thoughts) => {
    expect(read([text])).toEqual({ answer, thoughts })
    if (text !== '')
      fc.assert(
        fc.property(cutting(text), (pieces) => {
          expect(read(pieces)).toEqual({ answer, thoughts })
        }),
      )
  })

  it('leave every other text as it is', () => {
    const plain = fc.string().filter((text) => !/^\s*<think(ing)?>/.test(text))
    fc.assert(
      fc.property(plain, (text) => {
        expect(read([...text])).toEqual({ answer: text, thoughts: '' })
      }),
    )
  })
})
