/** How well the titles of buckets say what is in them (06-benchmarks, `title_identifies`, `title_duplicates`). */
import { cosine } from '../src-main/filing/vectors'

/** Buckets of fewer messages are not asked what they are about. */
const FEWEST = 6

interface Titled {
  title: string
  /** Rows that lie in the bucket. */
  rows: readonly number[]
}

/**
 * `title_identifies`: of the active buckets with more than five messages, the share whose title is nearer to the name of the topic
 * most of its messages have than to any other topic's name. Left out where there is no such bucket or no topic has a name.
 * `title_duplicates`: active buckets whose title another one has too, ignoring case.
 * @param truth the topic of each row
 * @param names what people would call the topics, by topic
 * @param vectors of all titles and names
 */
export function titleScore(
  titled: readonly Titled[],
  truth: readonly string[],
  names: ReadonlyMap<string, string>,
  vectors: ReadonlyMap<string, Float32Array>,
): Record<string, number> {
  const folded = titled.map(({ title }) => title.normalize('NFC').toLocaleLowerCase())
  const duplicates = folded.filter((title) => folded.filter((other) => other === title).length > 1).length
  const asked = titled.filter(({ rows }) => rows.length >= FEWEST)
  if (asked.length === 0 || names.size === 0) return { title_duplicates: duplicates }
  const right = asked.filter(({ title, rows }) => {
    const own = vectors.get(title)
    return own !== undefined && nearest(own, names, vectors) === mainTopic(rows, truth)
  })
  return { title_identifies: right.length / asked.length, title_duplicates: duplicates }
}

function nearest(
  own: Float32Array,
  names: ReadonlyMap<string, string>,
  vectors: ReadonlyMap<string, Float32Array>,
): string | undefined {
  const scored = [...names].map(([topic, name]) => {
    const vector = vectors.get(name)
    return { topic, likeness: vector === undefined ? -1 : cosine(own, vector) }
  })
  return scored.sort((a, b) => b.likeness - a.likeness)[0]?.topic
}

function mainTopic(rows: readonly number[], truth: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(truth[row] ?? '', (counts.get(truth[row] ?? '') ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}
