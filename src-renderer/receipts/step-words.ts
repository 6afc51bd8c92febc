import type { OperationKind } from '@shared/domain'

/** What a pass of the janitor consists of; other kinds of acts are never a step of one. */
const STEPS = [
  'promote',
  'consolidate',
  'archive_ephemeral',
  'archive_stale',
  'archive_low_return',
  'boost',
  'rename',
  'life_change',
  'group',
  'archive_competing',
] as const

/** The key of a step's words in the catalogue. */
export function stepKey(kind: OperationKind): `tidy.step.${(typeof STEPS)[number]}` | 'tidy.running' {
  const step = STEPS.find((known) => known === kind)
  return step ? `tidy.step.${step}` : 'tidy.running'
}
