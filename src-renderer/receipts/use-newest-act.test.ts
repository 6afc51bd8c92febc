import type { ReceiptView } from '@shared/domain'
import { operationId } from '@shared/ids'
import { expect, it } from 'vitest'
import { newestAct } from './use-newest-act'

const receipt = (n: number, kind: ReceiptView['kind'], undone = false): ReceiptView => ({
  id: operationId.parse(`00000000-0000-7000-8000-00000000000${n}`),
  ts: `2026-01-0${n}T00:00:00.000Z`,
  kind,
  actor: 'person',
  sentence: `Act ${n}`,
  undone,
  undoneAt: undone ? '2026-01-09T00:00:00.000Z' : null,
  buckets: [],
  messagesMoved: 0,
  similarity: null,
})

it('passes over what was forgotten: that is brought back by name alone', () => {
  const acts = [receipt(4, 'forget_memory'), receipt(3, 'edit_memory', true), receipt(2, 'pin_memory')]
  expect(newestAct(acts, 'undo')?.kind).toBe('pin_memory')
  expect(newestAct(acts.slice(0, 1), 'undo')).toBeNull()
  expect(newestAct(acts, 'redo')?.kind).toBe('edit_memory')
})
