/** What was edited in another program since it was imported says here what it says there (issue: Transfer). */
import { type MessageId, memoryId } from '@shared/ids'
import type { FilingDesk } from '../filing/desk'
import { withoutDue } from '../memory/dates/due'
import { isWithoutModel } from '../models/without-model'
import type { SegmentService } from '../segments/service'
import type { StoredMessage } from '../store/types'
import type { Foundations } from './compose/foundations'
import type { MemoryParts } from './compose/memory'

export interface Edit {
  message: StoredMessage
  text: string
}

/** New words in the place of the old ones: index, vectors, statistics, profiles, summaries and memories follow. */
export async function rewriteMessages(
  parts: { base: Foundations; desk: FilingDesk; memory: MemoryParts; segments: SegmentService },
  edits: readonly Edit[],
): Promise<void> {
  if (edits.length === 0) return
  const { base, desk, memory, segments } = parts
  const { store, bus } = base
  for (const { message, text } of edits) await endOldWords(parts, message, text)
  const terms = {
    gone: desk.statistics.remove(edits.map((e) => e.message.text)),
    added: desk.statistics.add(edits.map((e) => e.text)),
  }
  const changed = await store.rewriting.rewrite(
    edits.map(({ message, text }) => ({ id: message.id, text })),
    terms,
  )
  await embed(base, edits)
  await desk.followOperation(changed)
  for (const { id } of changed.segments) await segments.collapse(id)
  const ids: MessageId[] = edits.map((e) => e.message.id)
  bus.tell({ type: 'messages.changed', messageIds: ids })
  memory.file.talkEnded()
}

/** What was learned from the old words alone holds no more, unless the new ones say it, too. */
async function endOldWords(
  { base, memory }: Parameters<typeof rewriteMessages>[0],
  message: StoredMessage,
  text: string,
) {
  const plain = text.toLowerCase()
  const gone = (await base.store.rewriting.memoriesFrom(message.id)).filter(
    ({ content }) =>
      !plain.includes(
        withoutDue(content)
          .toLowerCase()
          .replace(/[.!]+$/u, ''),
      ),
  )
  if (gone.length === 0) return
  const ids = gone.map((m) => memoryId.parse(m.id))
  await memory.entries.end({ ids, by: null, at: Date.parse(message.ts), why: text })
}

/** Without a model the vectors wait for it, as everywhere. */
async function embed({ store, embedder }: Foundations, edits: readonly Edit[]): Promise<void> {
  try {
    const vectors = await embedder.embed(
      edits.map((e) => e.text),
      { kind: 'passage', priority: 'backlog' },
    )
    await store.messages.saveVectors(
      embedder.modelId,
      edits.flatMap(({ message }, i) => {
        const vector = vectors[i]
        return vector ? [{ id: message.id, vector }] : []
      }),
    )
  } catch (error) {
    if (!isWithoutModel(error)) throw error
  }
}
