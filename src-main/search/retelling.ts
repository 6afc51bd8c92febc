/**
 * What is told once is come back to later: “as I chose Argon2 …”. Of messages in several talks that hold the same of a
 * question, the one that told it first is likelier to be meant than those that only come back to it (docs/search.md). Pure.
 */
import type { EvidenceRow } from '../store/repositories/search/search'

export interface Retelling {
  /** Of what is asked for, the largest share of its words that one message of a later talk holds as well. */
  takenUp: number
  /** The same of earlier talks. */
  repeats: number
}

const NONE: Retelling = { takenUp: 0, repeats: 0 }

/**
 * For each row, in their order; a person's words only are what something can be told or taken up in.
 * @param worth of each wanted word, as many as rows can hold (at most 32)
 */
export function retellings(rows: readonly EvidenceRow[], worth: readonly number[]): Retelling[] {
  const all = worth.reduce((sum, w) => sum + w, 0)
  const told = rows.map((row) => {
    let words = 0
    for (const word of row.holds) words |= 1 << word
    return { at: row.at ?? row.number, segment: row.segmentId, words, counts: row.messageId !== null && row.bySomebody }
  })
  const shared = (words: number): number => {
    let sum = 0
    for (let left = words; left !== 0; left &= left - 1) sum += worth[31 - Math.clz32(left & -left)] ?? 0
    return all === 0 ? 0 : sum / all
  }
  return rows.map((row, i) => {
    const own = told[i]
    if (!own || own.words === 0 || row.messageId === null) return NONE
    let takenUp = 0
    let repeats = 0
    for (const other of told) {
      if (!other.counts || (own.words & other.words) === 0) continue
      if (other.at === own.at || (own.segment !== null && other.segment === own.segment)) continue
      const share = shared(own.words & other.words)
      if (other.at > own.at) takenUp = Math.max(takenUp, share)
      else repeats = Math.max(repeats, share)
    }
    return { takenUp, repeats }
  })
}
