/** Where the rows of a labelled talk lie in the product in the end. */
import { isMisc, type MessageId } from '@shared/ids'
import type { App } from '../src-main/app/create-app'
import type { StoredMessage } from '../src-main/store/types'

export interface Filed {
  /** Bucket of each row at the end; a filed-away one-off keeps its own (07-settled, Measures). */
  clusters: string[]
  /** Rows that ended in an ephemeral or `misc_…` bucket. */
  ephemeral: boolean[]
  activeBuckets: number
  /** Titles of the active buckets, each with the rows that lie in it. */
  titled: { title: string; rows: number[] }[]
  /** Passage vectors of these texts, by the product's own embedder. */
  named: ReadonlyMap<string, Float32Array>
  /** Time spent filing, closing segments and tidying, without embedding. */
  ms: number
}

/**
 * @param ids the messages of the rows, in order
 * @param names texts whose vectors are wanted beside those of the titles
 */
export async function filedRows(
  app: App,
  ids: readonly MessageId[],
  ms: number,
  names: readonly string[],
): Promise<Filed> {
  const { store, directory, models } = app
  const stored = new Map<string, StoredMessage>()
  for (let at = 0; at < ids.length; at += 500)
    for (const message of await store.messages.byIds(ids.slice(at, at + 500))) stored.set(message.id, message)
  const ends = ids.map((id) => stored.get(id)).map((m) => ({ at: m?.bucketId ?? null, home: m?.homeBucketId ?? null }))
  const active = (await store.buckets.list({ merged: false })).filter((b) => b.status === 'active' && b.messages > 0)
  const titled = active.map(({ id, title }) => ({
    title,
    rows: ends.flatMap(({ at }, i) => (at !== null && directory.resolve(at)?.id === id ? [i] : [])),
  }))
  const texts = [...new Set([...names, ...titled.map(({ title }) => title)])]
  const embedded = await models.embedder.embed(texts, { kind: 'passage', priority: 'normal' })
  return {
    clusters: ends.map(({ at, home }) => (at !== null && isMisc(at) ? `misc ${home}` : (at ?? 'nowhere'))),
    ephemeral: ends.map(({ at }) => at !== null && (isMisc(at) || directory.resolve(at)?.status === 'ephemeral')),
    activeBuckets: active.length,
    titled,
    named: new Map(texts.flatMap((text, i): [string, Float32Array][] => (embedded[i] ? [[text, embedded[i]]] : []))),
    ms,
  }
}
