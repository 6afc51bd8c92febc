/** The seeds' success criteria, measured on who lies where (07-settled, Measures). Pure. */

export interface Placed {
  topic: string
  bucket: string | null
}

const countBy = <T>(items: readonly T[], key: (item: T) => string): Map<string, number> => {
  const out = new Map<string, number>()
  for (const item of items) out.set(key(item), (out.get(key(item)) ?? 0) + 1)
  return out
}

const most = (counts: ReadonlyMap<string, number>): [string, number] | undefined =>
  [...counts].reduce<[string, number] | undefined>(
    (best, entry) => (entry[1] > (best?.[1] ?? 0) ? entry : best),
    undefined,
  )

/**
 * Does message `i` lie right, judged by the others? With most of its topic's other messages, in a bucket that is mostly of its
 * topic; the first message of a topic: in a bucket without others.
 */
export function liesRight(placed: readonly Placed[], i: number): boolean {
  const own = placed[i]
  if (own === undefined || own.bucket === null) return false
  const others = placed.filter((_, j) => j !== i)
  const beside = others.filter(({ bucket }) => bucket === own.bucket)
  const alike = others.filter(({ topic, bucket }) => topic === own.topic && bucket !== null)
  if (alike.length === 0) return beside.length === 0
  const here = beside.filter(({ topic }) => topic === own.topic).length
  const largest = most(countBy(alike, ({ bucket }) => bucket ?? ''))?.[1] ?? 0
  return here === largest && here * 2 >= beside.length
}

/** Share of buckets a person would have to touch: under 80 % one topic, or under 80 % of their topic. 0 to 1. */
export function shareToTouch(placed: readonly Placed[]): number {
  const filed = placed.filter(({ bucket }) => bucket !== null)
  const sizes = countBy(filed, ({ topic }) => topic)
  const buckets = [...new Set(filed.map(({ bucket }) => bucket))]
  const touched = buckets.filter((bucket) => {
    const held = filed.filter((one) => one.bucket === bucket)
    const [topic, count] = most(countBy(held, (one) => one.topic)) ?? ['', 0]
    return count < 0.8 * held.length || count < 0.8 * (sizes.get(topic) ?? 0)
  })
  return buckets.length === 0 ? 0 : touched.length / buckets.length
}

/** Share of a topic's messages that lie in `bucket`. */
export function shareIn(placed: readonly Placed[], topic: string, bucket: string | null): number {
  const of = placed.filter((one) => one.topic === topic)
  return of.length === 0 ? 0 : of.filter((one) => one.bucket === bucket).length / of.length
}

/** The bucket's main topic. */
export const topicOf = (placed: readonly Placed[], bucket: string): string | undefined =>
  most(
    countBy(
      placed.filter((one) => one.bucket === bucket),
      ({ topic }) => topic,
    ),
  )?.[0]
