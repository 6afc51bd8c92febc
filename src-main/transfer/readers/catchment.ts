/**
 * Messages of our own archive, read as conversations: into a profile that is not empty. Those of `tables/messages.jsonl`, and
 * behind them what stands on other branches (`tables/branch_messages.jsonl`).
 */
import { exportedIdentity } from '../exported-id'
import { timeOf } from '../times'
import { externalIdOf, type ImportedMessage, importedMessage } from '../types'
import { type Fields, fieldsOf, nameOf, parsedFields, stringsOf, wordsOf } from './fields'
import type { FileContext } from './index'
import { attachmentsOf, collectionOf, type Row } from './jsonl-row'

/** Under this key the archive's profile stands among the names of its files. */
export const ARCHIVED_PROFILE = 'archived profile'

/** A message under the identity that every export gives it, so that one that is here already is known again. */
export function archivedRow(line: string, { collections, places }: FileContext): Row {
  const row = parsedFields(line)
  if (row === null) return { kind: 'broken', reason: 'it is not a JSON object', foreign: true }
  if (row.is_segment_boundary === true) return { kind: 'other', type: 'mark of a segment' }
  const profile = collections.get(ARCHIVED_PROFILE) ?? 'archive'
  const id = nameOf(row.id)
  const message = messageOf(row, profile)
  if (id === null || message === null) return { kind: 'broken', reason: 'it has no “id” or no “ts”' }
  if (message === 'without words') return { kind: 'other', type: `message ${message}` }
  const hangsFrom = nameOf(row.place)
  if (hangsFrom === null) {
    places.note(id, message.externalId)
    return { kind: 'message', message }
  }
  const place = places.nameOf(hangsFrom)
  if (place === null) return { kind: 'broken', reason: 'the message that its branch hangs from is missing' }
  const branch = wordsOf(row.branch)
  return {
    kind: 'branch',
    message: {
      ...message,
      place,
      follows: row.follows === true,
      branch: branch === null ? message.externalId : externalIdIn(branch, profile),
      position: typeof row.position === 'number' && Number.isSafeInteger(row.position) ? Math.max(0, row.position) : 0,
    },
  }
}

/** Null if it cannot be told which message it is, or when it was said. */
function messageOf(row: Fields, profile: string): ImportedMessage | 'without words' | null {
  const id = nameOf(row.id)
  const at = timeOf(row.ts)
  const text = wordsOf(row.text)
  if (id === null || at === null) return null
  if (text === null || (row.role !== 'user' && row.role !== 'assistant')) return 'without words'
  const { conv, id: name } = exportedIdentity(
    { id, externalId: wordsOf(row.external_id), conv: wordsOf(row.conv) },
    profile,
  )
  const brought = fieldsOf(row.metadata) ?? {}
  return importedMessage({
    externalId: externalIdOf(conv, name),
    conv,
    role: row.role,
    author: nameOf(row.author) ?? row.role,
    text,
    at,
    model: wordsOf(row.model_id),
    tools: stringsOf(row.tools),
    status: row.status === 'stopped' || row.status === 'interrupted' ? row.status : 'complete',
    conversationTitle: wordsOf(brought.conversationTitle),
    collection: collectionOf(brought.collection),
    archived: brought.archived === true,
    attachments: attachmentsOf(brought.attachments),
    thinking: wordsOf(brought.thinking),
  })
}

/** A name as the store holds it, once more as an import makes it. */
function externalIdIn(stored: string, profile: string): string {
  const { conv, id } = exportedIdentity({ id: stored, externalId: stored, conv: null }, profile)
  return externalIdOf(conv, id)
}
