import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CatchmentError } from '@shared/contract/errors'
import type { ExportFormat } from '@shared/contract/profiles'
import type { BucketId } from '@shared/ids'
import type { Store } from '../store/protocol'
import { jsonlLine } from './export-jsonl'
import { MarkdownWriter } from './export-markdown'
import { writeWhole } from './write-whole'

export interface ExportPorts {
  /** The profile that is exported, as itself. */
  store: Store
  profile: { id: string; name: string }
  place: { timeZone: string; locale: string }
}

export interface ExportOptions {
  format: ExportFormat
  bucketId?: BucketId | undefined
  signal: AbortSignal
  report(progress: number | null, detail: string): void
}

export interface ExportSummary {
  messages: number
}

/** Messages read at once: memory is bounded by these, whatever the profile holds. */
const PAGE = 500

/**
 * The messages of a profile, or of one bucket, as text, oldest first. Neither keys of servers nor settings are in it.
 * @throws CatchmentError `not_found` for a bucket that is not there, `cancelled`
 */
export async function* exported(ports: ExportPorts, options: ExportOptions): AsyncGenerator<string, ExportSummary> {
  const { store, profile } = ports
  const bucket = options.bucketId === undefined ? null : await store.buckets.resolve(options.bucketId)
  if (options.bucketId !== undefined && !bucket)
    throw new CatchmentError('not_found', `There is no bucket “${options.bucketId}”.`)
  const titles = new Map((await store.buckets.list({ merged: false })).map((b) => [b.id, b.title]))
  const total = bucket ? bucket.messages : (await store.messages.overview()).messages
  const markdown = new MarkdownWriter({
    ...ports.place,
    title: bucket?.title ?? profile.name,
    bucketTitle: (m) => (bucket || m.bucketId === null ? null : (titles.get(m.bucketId) ?? null)),
  })
  if (options.format === 'markdown') yield markdown.opening()

  let messages = 0
  let after: Parameters<Store['transfer']['page']>[0]['after'] = null
  for (;;) {
    if (options.signal.aborted) throw new CatchmentError('cancelled', 'The export was cancelled.')
    const page = await store.transfer.page({ after, limit: PAGE, ...(bucket ? { bucketId: bucket.id } : {}) })
    for (const message of page) {
      const text = options.format === 'jsonl' ? jsonlLine(message, profile.id) : markdown.message(message)
      if (text === null) continue
      messages += 1
      yield text
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE) return { messages }
    after = last.id
    options.report(total === 0 ? null : Math.min(1, messages / total), `${messages} messages exported`)
  }
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
