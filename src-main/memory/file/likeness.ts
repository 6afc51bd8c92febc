/** How alike two lines are: is the one an edit of the other, or are they two things? */

/** Pairs of neighbouring characters, with how often each occurs. Works in every script. */
export function bigrams(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  const characters = [...text.toLowerCase()]
  for (let i = 0; i + 1 < characters.length; i += 1) {
    const pair = `${characters[i]}${characters[i + 1]}`
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  return counts
}

/** Dice coefficient of two texts' bigrams, 0 to 1; 0 for texts of a single character. */
export function likeness(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const total = sum(a) + sum(b)
  if (total === 0) return 0
  let shared = 0
  for (const [pair, count] of a) shared += Math.min(count, b.get(pair) ?? 0)
  return (2 * shared) / total
}

function sum(counts: ReadonlyMap<string, number>): number {
  let total = 0
  for (const count of counts.values()) total += count
  return total
}
