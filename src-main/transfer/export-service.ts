import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CatchmentError } from '@shared/contract/errors'
import type { ExportFormat, MarkdownOrder } from '@shared/contract/profiles'
import type { BucketId, SegmentId } from '@shared/ids'
import type { Store } from '../store/protocol'
import type { BranchMessage, ExportedMessage } from '../store/types'
import { jsonlBranchLine, jsonlLine } from './export-jsonl'
import { MarkdownWriter } from './export-markdown'
import { writeWhole } from './write-whole'

export interface ExportPorts {
  /** The profile that is exported, as itself. */
  store: Store
  profile: { id: string; name: string }
  place: { timeZone: string; locale: string }
}

/**
 * What of a profile is exported: a bucket, a segment, the whole talk a segment is part of, or a stretch of time
 * (milliseconds, `to` not included) under a title.
 */
export type ExportPart =
  | { bucketId: BucketId }
  | { segmentId: SegmentId }
  | { talkOf: SegmentId }
  | { from: number; to: number; title: string }

export interface ExportOptions {
  format: ExportFormat
  /** Of Markdown: under days, under buckets, or under segments. JSON lines are in the order of time. */
  by?: MarkdownOrder | undefined
  part?: ExportPart | undefined
  signal: AbortSignal
  report(progress: number | null, detail: string): void
}

export interface ExportSummary {
  messages: number
}

/** Messages read at once: memory is bounded by these, whatever the profile holds. */
const PAGE = 500

type PagePart = Parameters<Store['transfer']['page']>[0]['part']
interface Section {
  /** Null: it has no heading of its own. */
  title: string | null
  part: PagePart
}

/**
 * The messages of a profile, or of a part of it, as text, oldest first. Neither keys of servers nor settings are in it.
 * @throws CatchmentError `not_found` for a bucket or segment that is not there, `cancelled`
 */
export async function* exported(ports: ExportPorts, options: ExportOptions): AsyncGenerator<string, ExportSummary> {
  const { store, profile } = ports
  const whole = await partOf(ports, options.part)
  const titles = new Map((await store.buckets.list({ merged: false })).map((b) => [b.id, b.title]))
  const inOneBucket = options.part !== undefined && 'bucketId' in options.part
  const byBucket = options.by === 'bucket' && options.part === undefined
  const markdown = new MarkdownWriter({
    ...ports.place,
    title: whole.title,
    bucketTitle: (m) => (inOneBucket || byBucket || m.bucketId === null ? null : (titles.get(m.bucketId) ?? null)),
  })
  if (options.format === 'markdown') yield markdown.opening()

  const sections: Section[] =
    options.format === 'markdown' && options.part === undefined
      ? await sectionsBy(store, options.by ?? 'day')
      : [{ title: null, part: whole.part }]
  let messages = 0
  for (const { title, part } of sections) {
    let headed = title === null
    for await (const { message, branches } of pages(store, part, options.signal)) {
      if (!headed && title !== null) yield markdown.section(title)
      headed = true
      const text = options.format === 'jsonl' ? jsonlLine(message, profile.id) : markdown.message(message)
      if (text === null) continue
      messages += 1
      yield text
      for (const branch of branches)
        yield options.format === 'jsonl'
          ? branch.map((other, i) => jsonlBranchLine(other, i, message, profile.id)).join('')
          : markdown.branch(branch)
      if (messages % PAGE === 0)
        options.report(whole.total === 0 ? null : Math.min(1, messages / whole.total), `${messages} messages exported`)
    }
  }
  return { messages }
}

/** @throws CatchmentError `not_found` */
async function partOf(
  { store, profile }: ExportPorts,
  part: ExportPart | undefined,
): Promise<{ title: string; part: PagePart; total: number }> {
  if (part === undefined)
    return { title: profile.name, part: undefined, total: (await store.messages.overview()).messages }
  if ('from' in part) return { title: part.title, part: { from: part.from, to: part.to }, total: 0 }
  if ('bucketId' in part) {
    const bucket = await store.buckets.resolve(part.bucketId)
    if (!bucket) throw new CatchmentError('not_found', `There is no bucket “${part.bucketId}”.`)
    return { title: bucket.title, part: { bucketId: bucket.id }, total: bucket.messages }
  }
  const id = 'talkOf' in part ? part.talkOf : part.segmentId
  const segment = await store.segments.byId(id)
  if (!segment) throw new CatchmentError('not_found', `There is no segment “${id}”.`)
  const title = segment.title === '' ? 'Segment' : segment.title
  // What was typed here is one endless conversation: its segment is the talk.
  const whole = 'talkOf' in part && segment.conv !== null
  return {
    title: whole ? (segment.conversationTitle ?? title) : title,
    part: whole && segment.conv !== null ? { conv: segment.conv } : { segmentId: id },
    total: segment.messages,
  }
}

/** Every message stands in exactly one of them. */
async function sectionsBy(store: Store, by: MarkdownOrder): Promise<Section[]> {
  if (by === 'day') return [{ title: null, part: undefined }]
  if (by === 'bucket') {
    const buckets = await store.buckets.list({ merged: false })
    return [
      ...buckets.map(({ id, title }) => ({ title, part: { bucketId: id } })),
      { title: 'Not filed yet', part: { bucketId: null } },
    ]
  }
  const segments = await store.transfer.segments()
  return [
    ...segments.map(({ id, title }) => ({ title: title === '' ? 'Going on' : title, part: { segmentId: id } })),
    { title: 'In no segment', part: { segmentId: null } },
  ]
}

interface Exported {
  message: ExportedMessage
  /** What stands on other branches at its place. */
  branches: BranchMessage[][]
}

async function* pages(store: Store, part: PagePart, signal: AbortSignal): AsyncGenerator<Exported> {
  let after: Parameters<Store['transfer']['page']>[0]['after'] = null
  for (;;) {
    if (signal.aborted) throw new CatchmentError('cancelled', 'The export was cancelled.')
    const page = await store.transfer.page({ after, limit: PAGE, part })
    const branches = branchesByPlace(await store.branches.at(page.map((message) => message.id)))
    for (const message of page) yield { message, branches: [...(branches.get(message.id)?.values() ?? [])] }
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = last.id
  }
}

function branchesByPlace(others: readonly BranchMessage[]): Map<string, Map<string, BranchMessage[]>> {
  const places = new Map<string, Map<string, BranchMessage[]>>()
  for (const other of others) {
    const here = places.get(other.place) ?? new Map<string, BranchMessage[]>()
    places.set(other.place, here.set(other.branch, [...(here.get(other.branch) ?? []), other]))
  }
  return places
}

/**
 * Writes an export to a file, which is there when it is complete and not before; what stood there is replaced then.
 * @throws CatchmentError `disk_full`, `not_found`, `unavailable` if the file cannot be written, `cancelled`
 */
export async function exportToFile(file: string, ports: ExportPorts, options: ExportOptions): Promise<ExportSummary> {
  let summary: ExportSummary = { messages: 0 }
  async function* text(): AsyncGenerator<string> {
    summary = yield* exported(ports, options)
  }
  await writeWhole(file, async (draft) => {
    await pipeline(Readable.from(text()), createWriteStream(draft, { mode: 0o600, flush: true }))
    return true
  })
  return summary
}
