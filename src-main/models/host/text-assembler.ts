import type { Token } from 'node-llama-cpp'

/** What the assembler needs of a model. */
export interface Detokenizer {
  detokenize(tokens: readonly Token[], specialTokens?: boolean, lastTokens?: readonly Token[]): string
}

const REPLACEMENT = '\uFFFD'
/** The longest run of tokens one character may be spread over before the replacement character is taken as meant. */
const MAX_PENDING = 8
const CONTEXT = 16

/** Turns tokens into text as they come; a character spread over several tokens (an emoji) comes out whole. */
export class TextAssembler {
  text = ''
  #pending: Token[] = []
  #last: Token[] = []

  constructor(private readonly model: Detokenizer) {}

  /** The text that became certain by this token, possibly empty. */
  push(token: Token): string {
    this.#pending.push(token)
    const piece = this.#decode()
    return piece.endsWith(REPLACEMENT) && this.#pending.length < MAX_PENDING ? '' : this.#take(piece)
  }

  /** What is still held back, at the end. Half a character is dropped. */
  flush(): string {
    return this.#pending.length === 0 ? '' : this.#take(this.#decode().replaceAll(REPLACEMENT, ''))
  }

  #decode(): string {
    return this.model.detokenize(this.#pending, false, this.#last)
  }

  #take(piece: string): string {
    this.#last = [...this.#last, ...this.#pending].slice(-CONTEXT)
    this.#pending = []
    this.text += piece
    return piece
  }
}
