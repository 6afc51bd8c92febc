import type { PiiKind } from '@shared/memory'
import { countTokens } from '../../language/tokens'
import type { NewMemory, RegisterWrite } from '../../store/types'
import { findPii } from '../pii/find'

/** How a content is read. */
export interface Reading {
  /** Two letters: how phone numbers without a country are read. */
  region: string
  /** Names the person introduced before: personal data wherever they stand. */
  names: ReadonlySet<string>
}

/** What is read from a content and stored beside it: its tokens (o200k_base) and which personal data it holds. */
export function readContent(content: string, { region, names }: Reading): { tokenCount: number; piiKinds: PiiKind[] } {
  return { tokenCount: countTokens(content), piiKinds: findPii(content, region, names) }
}

/** The writes that give a memory another content: words and what is read from them always go together. */
export function contentWrites(id: NewMemory['id'], content: string, reading: Reading): RegisterWrite[] {
  const { tokenCount, piiKinds } = readContent(content, reading)
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
