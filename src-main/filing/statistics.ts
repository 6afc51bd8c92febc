import type { TermStatistics } from '../language/term-statistics'
import { atOnce } from '../runtime/slices'
import { termsOf } from './terms'

/** In how many of the person's messages each word occurs, kept in memory beside the store's table. */
export class WordCounts implements TermStatistics {
  private readonly counts = new Map<string, number>()
  documents = 0
  private common: (word: string) => boolean = () => false

  /** Says which words stand in most buckets. */
  spread(common: (word: string) => boolean): void {
    this.common = common
  }

  isCommon(word: string): boolean {
    return this.common(word)
  }

  load(terms: readonly (readonly [string, number])[], documents: number): void {
    this.counts.clear()
    for (const [term, n] of terms) this.counts.set(term, n)
    this.documents = documents
  }

  frequency(word: string): number {
    return this.counts.get(word) ?? 0
  }

  /** Adds new messages; answers what to add to the store's table: each word with the number of these messages that hold it. */
  add(texts: readonly string[]): [string, number][] {
    return atOnce(this.adding(texts))
  }

  /** The same, one message a step; nothing is added before the last. */
  *adding(texts: readonly string[]): Generator<void, [string, number][]> {
    const added = new Map<string, number>()
    for (const text of texts) {
      for (const term of new Set(termsOf(text))) added.set(term, (added.get(term) ?? 0) + 1)
      yield
    }
    for (const [term, n] of added) this.counts.set(term, this.frequency(term) + n)
    this.documents += texts.length
    return [...added].sort(([a], [b]) => (a < b ? -1 : 1))
  }

  /** Takes back what `add` answered for so many messages: they were not stored. */
  takeBack(added: readonly (readonly [string, number])[], documents: number): void {
    for (const [term, n] of added) {
      const left = this.frequency(term) - n
      if (left > 0) this.counts.set(term, left)
      else this.counts.delete(term)
    }
    this.documents = Math.max(0, this.documents - documents)
  }

  /** Takes messages out that were erased; answers what to take off the store's table. */
  remove(texts: readonly string[]): [string, number][] {
    const gone = new Map<string, number>()
    for (const text of texts) for (const term of new Set(termsOf(text))) gone.set(term, (gone.get(term) ?? 0) + 1)
    this.takeBack([...gone], texts.length)
    return [...gone]
  }
}
