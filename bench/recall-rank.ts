/** Session-level recall: what matters is whether the right talk is found, not which of its sentences. */

/** Place (from 1) of the first session that holds evidence among the distinct sessions found; null if none is there. */
export function rankOf(found: readonly string[], evidence: ReadonlySet<string>): number | null {
  const distinct = [...new Set(found)]
  const at = distinct.findIndex((session) => evidence.has(session))
  return at < 0 ? null : at + 1
}

/** Share of questions with evidence in first place and among the first five, and the mean reciprocal rank. */
export function recallOf(ranks: readonly (number | null)[]): { r1: number; r5: number; mrr: number } {
  const share = (k: number) => ranks.filter((r) => r !== null && r <= k).length / Math.max(1, ranks.length)
  const mrr = ranks.reduce<number>((sum, r) => sum + (r === null ? 0 : 1 / r), 0) / Math.max(1, ranks.length)
  return { r1: share(1), r5: share(5), mrr }
}
