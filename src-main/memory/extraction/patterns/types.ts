import type { MemoryCategory } from '@shared/memory'

/** One way of saying something worth remembering, in one language. */
export interface Pattern {
  category: MemoryCategory
  /**
   * Looked for at the beginning of a clause. A group `content` is what is kept, with a capital; without one the clause is
   * kept as it was said.
   */
  form: RegExp
  /** “Remember …”: the person asks for it. */
  explicit?: true
  /** What is kept, where the words alone would be torn: a verb without its ending. */
  readAs?(content: string): string
}

export interface Language {
  code: string
  /** What may stand before a clause that says something by itself: “well”, “by the way”. */
  leadIn: RegExp
  /** Where a sentence goes on with another thing about the person. */
  seam: RegExp | null
  /** A sentence with one of these is a question, a supposition, a quotation or somebody else's words. */
  never: RegExp
  patterns: readonly Pattern[]
  /** Says that something is over: “done”, “I finished …”. */
  done: RegExp
  /** Takes that back: “not yet”. */
  notDone: RegExp
}

/** Joins alternatives that are written on lines of their own. */
export const anyOf = (...parts: readonly string[]): string => `(?:${parts.join('|')})`
