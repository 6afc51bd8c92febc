import type { Token } from 'node-llama-cpp'
import { describe, expect, it } from 'vitest'
import { TextAssembler } from './text-assembler'

/** A tokenizer whose tokens are the bytes of UTF-8: the worst case for characters of several bytes. */
const bytes = {
  detokenize: (tokens: readonly Token[]): string => Buffer.from(tokens as readonly number[] as number[]).toString(),
}
const tokensOf = (text: string): Token[] => [...Buffer.from(text)] as Token[]

describe('assembling text from tokens', () => {
  it('never shows half a character and loses none', () => {
    const text = 'Ja — 犬 🐕‍🦺 ok'
    const assembler = new TextAssembler(bytes)
    const pieces = tokensOf(text).map((token) => assembler.push(token))
    expect(pieces.join('') + assembler.flush()).toBe(text)
    expect(pieces.some((piece) => piece.includes('\uFFFD'))).toBe(false)
    expect(assembler.text).toBe(text)
  })

  it('drops a character that was cut off at the end', () => {
    const assembler = new TextAssembler(bytes)
    const cut = tokensOf('ok 🐕').slice(0, -1)
    expect(cut.map((token) => assembler.push(token)).join('') + assembler.flush()).toBe('ok ')
  })

  it('does not hold back for ever what never becomes a character', () => {
    const assembler = new TextAssembler(bytes)
    const broken = Array.from({ length: 8 }, () => 0xff as Token)
    expect(broken.map((token) => assembler.push(token)).join('')).toBe('\uFFFD'.repeat(8))
  })
})
