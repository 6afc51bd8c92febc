import type { PiiKind } from '@shared/memory'
import { countTokens } from '../../language/tokens'
import type { NewMemory, RegisterWrite } from '../../store/types'
import { findPii } from '../pii/find'

/** What is read from a content and stored beside it: its tokens (o200k_base) and which personal data it holds. */
export function readContent(content: string, region: string): { tokenCount: number; piiKinds: PiiKind[] } {
  return { tokenCount: countTokens(content), piiKinds: findPii(content, region) }
}

/** The writes that give a memory another content: words and what is read from them always go together. */
export function contentWrites(id: NewMemory['id'], content: string, region: string): RegisterWrite[] {
  const { tokenCount, piiKinds } = readContent(content, region)
  const write = (field: 'content' | 'token_count' | 'pii_kinds', after: string): RegisterWrite => ({
    entity: 'memory',
    entityId: id,
    field,
    after,
  })
  return [
    write('content', content),
    write('token_count', String(tokenCount)),
    write('pii_kinds', JSON.stringify(piiKinds)),
  ]
}
