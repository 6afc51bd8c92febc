/** The dry look: what a file holds and what will not come along, before anything is stored. */
import { basename, resolve } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import type { ImportPreview, Speaker } from '@shared/contract/transfer'
import type { ImportFormat } from './formats'
import { type ImportReader, readImport } from './read-import'
import type { ImportedConversation } from './types'

export interface PreviewOptions {
  format: ImportFormat | 'auto'
  signal: AbortSignal
  /** How many of these messages are in the store already. */
  known(externalIds: readonly string[]): Promise<number>
  report(progress: number | null, detail: string): void
}

const MOST_SPEAKERS = 20
const ASK_AT_ONCE = 1000

/**
 * Reads the whole file, as an import would, and stores nothing. A file that breaks half-way is no error here: `broken` says
 * where. Throws `not_found`, `cancelled`, or `import_broken` if nothing in it can be imported.
 */
export async function previewImport(path: string, options: PreviewOptions): Promise<ImportPreview> {
  const reader = await readImport(path, options)
  const seen = new Seen(options.known)
  let broken: string | null = null
  try {
    for await (const conversation of reader.conversations) {
      await seen.add(conversation)
      options.report(reader.progress(), `${seen.messages} messages read`)
    }
  } catch (error) {
    if (!(error instanceof CatchmentError) || error.code !== 'import_broken' || seen.messages === 0) throw error
    broken = error.message
  } finally {
    await reader.close()
  }
  return seen.result(path, reader, broken)
}

class Seen {
  messages = 0
  private known = 0
  private from = Number.POSITIVE_INFINITY
  private to = Number.NEGATIVE_INFINITY
  private waiting: string[] = []
  private readonly conversations = new Set<string>()
  private readonly speakers = new Map<string, number>()

  constructor(private readonly countKnown: PreviewOptions['known']) {}

  async add({ externalId, messages }: ImportedConversation): Promise<void> {
    this.conversations.add(externalId)
    this.messages += messages.length
    for (const message of messages) {
      this.from = Math.min(this.from, message.at)
      this.to = Math.max(this.to, message.at)
      if (message.role === 'user') this.speakers.set(message.author, (this.speakers.get(message.author) ?? 0) + 1)
      this.waiting.push(message.externalId)
    }
    if (this.waiting.length >= ASK_AT_ONCE) await this.ask()
  }

  async result(path: string, reader: ImportReader, broken: string | null): Promise<ImportPreview> {
    await this.ask()
    const iso = (at: number): string | null => (Number.isFinite(at) ? new Date(at).toISOString() : null)
    const speakers = [...this.speakers].map(([name, messages]): Speaker => ({ name, messages }))
    return {
      ...reader.counts(),
      name: basename(resolve(path)),
      programs: reader.programs(),
      conversations: this.conversations.size,
      from: iso(this.from),
      to: iso(this.to),
      speakers: speakers.sort((a, b) => b.messages - a.messages).slice(0, MOST_SPEAKERS),
      known: this.known,
      broken,
    }
  }

  private async ask(): Promise<void> {
    if (this.waiting.length > 0) this.known += await this.countKnown(this.waiting)
    this.waiting = []
  }
}
