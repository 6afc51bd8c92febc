import type { MemoryView } from '@shared/memory'
import type { StoredMemory } from '../../store/types'

/** It counts: neither ended, nor forgotten, nor behind a summary. */
export const stands = (m: StoredMemory): boolean =>
  m.ownState === 'live' && m.supersededBy === null && m.forgottenAt === null && m.endedAt === null

/** What of a memory crosses the bridge. */
export function toMemoryView(memory: StoredMemory): MemoryView {
  const {
    seq: _seq,
    tokenCount: _tokenCount,
    contentHash: _contentHash,
    ownState: _ownState,
    archivedAt: _archivedAt,
    sensitive: _sensitive,
    embeddingModel: _embeddingModel,
    ...view
  } = memory
  return view
}
