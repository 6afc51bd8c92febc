/** The talks of a labelled stream as conversations of an export, read by the product's importer. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MessageId } from '@shared/ids'
import type { App } from '../src-main/app/create-app'
import type { StoredMessage } from '../src-main/store/types'
import { externalIdOf } from '../src-main/transfer/types'
import { type Filed, filedRows } from './filing-end'
import type { Talk, TalkRow } from './fit/data'
import { withWorld } from './world'

const HOUR_MS = 3_600_000
/** Passes after the import: enough that one-offs are filed away and the last pass has nothing left to do. */
const PASSES = 6

interface Conversation {
  id: string
  rows: TalkRow[]
}

/**
 * Rows of one `talk` (or one `exchange`) are one conversation, wherever they stand; of rows that name none, those within an hour of
 * each other. In the order of their first rows.
 */
export function conversationsOf({ name, rows }: Talk): Conversation[] {
  const named = new Map<string, Conversation>()
  const out: Conversation[] = []
  let open: Conversation | null = null
  for (const row of rows) {
    const known = row.talk == null ? open : named.get(row.talk)
    const silent = row.talk == null && row.at - (open?.rows.at(-1)?.at ?? 0) > HOUR_MS
    if (known && !silent) {
      known.rows.push(row)
      continue
    }
    const begun: Conversation = { id: `${name} ${out.length}`, rows: [row] }
    out.push(begun)
    if (row.talk == null) open = begun
    else named.set(row.talk, begun)
  }
  return out
}

/** Imports the talk into a fresh store as one export and lets the janitor pass; the same figures as `fileTalk`. */
export async function importTalks(talk: Talk, vectors: string | undefined, names: readonly string[]): Promise<Filed> {
  const conversations = conversationsOf(talk)
  const folder = await mkdtemp(join(tmpdir(), 'catchment-filing-'))
  try {
    const file = join(folder, 'conversations.json')
    await writeFile(file, JSON.stringify(conversations.map(exported)))
    const end = (talk.rows.at(-1)?.at ?? 0) + HOUR_MS
    return await withWorld({ at: end, vectors }, async ({ app, clock }) => {
      const begun = performance.now()
      const signal = new AbortController().signal
      await app.imports.run(file, { format: 'chatgpt', signal, report: () => undefined })
      await app.segments.idle()
      for (let pass = 0; pass < PASSES; pass++) {
        clock.advance(6 * HOUR_MS)
        await app.janitor.runIfDue()
      }
      const ms = performance.now() - begun
      return filedRows(app, await idsOf(app, talk, conversations), ms, names)
    })
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** As ChatGPT writes it; a conversation nobody named has no title. */
function exported({ id, rows }: Conversation): object {
  const mapping: Record<string, object> = { root: { id: 'root', message: null, parent: null } }
  let parent = 'root'
  for (const { id: own, role, text, at } of rows) {
    const content = { content_type: 'text', parts: [text] }
    const message = { id: own, author: { role, metadata: {} }, create_time: at / 1000, content, recipient: 'all' }
    mapping[own] = { id: own, message, parent }
    parent = own
  }
  const begun = (rows[0]?.at ?? 0) / 1000
  return { title: null, create_time: begun, mapping, current_node: parent, conversation_id: id }
}

async function idsOf(app: App, talk: Talk, conversations: readonly Conversation[]): Promise<MessageId[]> {
  const byExternal = new Map<string, MessageId>()
  for (let after: MessageId | null = null; ; ) {
    const page: StoredMessage[] = await app.store.transfer.page({ after, limit: 1000 })
    for (const { id, externalId } of page) if (externalId) byExternal.set(externalId, id)
    after = page.at(-1)?.id ?? null
    if (after === null) break
  }
  const conversationOf = new Map(conversations.flatMap(({ id, rows }) => rows.map((row) => [row.id, id] as const)))
  return talk.rows.map(({ id }) => {
    const own = byExternal.get(externalIdOf(conversationOf.get(id) ?? '', id))
    if (own === undefined) throw new Error(`row ${id} was not imported`)
    return own
  })
}
