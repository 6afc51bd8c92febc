/** Messages of our own archive (`tables/messages.jsonl`), read as conversations: into a profile that is not empty. */
import { exportedIdentity } from '../exported-id'
import { timeOf } from '../times'
import { externalIdOf, importedMessage } from '../types'
import { nameOf, parsedFields, stringsOf, wordsOf } from './fields'
import type { FileContext } from './index'
import type { Row } from './jsonl-row'

/** Under this key the archive's profile stands among the names of its files. */
export const ARCHIVED_PROFILE = 'archived profile'

/** A message under the identity that every export gives it, so that one that is here already is known again. */
export function archivedRow(line: string, { collections }: FileContext): Row {
  const row = parsedFields(line)
  if (row === null) return { kind: 'broken', reason: 'it is not a JSON object', foreign: true }
  if (row.is_segment_boundary === true) return { kind: 'other', type: 'mark of a segment' }
  const id = nameOf(row.id)
  const at = timeOf(row.ts)
  const text = wordsOf(row.text)
  if (id === null || at === null) return { kind: 'broken', reason: 'it has no “id” or no “ts”' }
  if (text === null || (row.role !== 'user' && row.role !== 'assistant'))
    return { kind: 'other', type: 'message without words' }
  const stored = { id, externalId: wordsOf(row.external_id), conv: wordsOf(row.conv) }
  const identity = exportedIdentity(stored, collections.get(ARCHIVED_PROFILE) ?? 'archive')
  return {
    kind: 'message',
    message: importedMessage({
      externalId: externalIdOf(identity.conv, identity.id),
      conv: identity.conv,
      role: row.role,
      author: nameOf(row.author) ?? row.role,
      text,
      at,
      model: wordsOf(row.model_id),
      tools: stringsOf(row.tools),
      status: row.status === 'stopped' || row.status === 'interrupted' ? row.status : 'complete',
    }),
  }
}
