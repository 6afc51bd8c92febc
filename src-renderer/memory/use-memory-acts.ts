import type { MemoryAct } from '@shared/contract/memory'
import type { OperationId } from '@shared/ids'
import type { MemoryView } from '@shared/memory'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../app/ask'
import { useAct } from '../app/use-act'
import { useView } from '../app/view'
import type { MenuEntry } from '../ui/menu'
import { say } from '../ui/toast-store'

const told = (error: Error): void => say(error.message, { tone: 'error' })

/** Says what was done, with the way back if something was. */
export function sayAct({ operationId, sentence }: MemoryAct, undo: string): void {
  const takeBack = (id: OperationId) => () => void ask('receipts.undo', { operationId: id }).catch(told)
  say(sentence, operationId ? { act: { label: undo, run: takeBack(operationId) } } : {})
}

export type MemoryActs = ReturnType<typeof useMemoryActs>

/** What a person can do with a memory. Lists follow by `memories.changed`; an entry that is open is read anew. */
export function useMemoryActs() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const open = useView((view) => view.open)
  const undo = t('common.undo')
  const again = (act: MemoryAct): void =>
    void client.invalidateQueries({ queryKey: ['memories.open', { memoryId: act.memory.id }] })
  const { mutate: pin } = useAct('memories.pin', again)
  const { mutate: edit } = useAct('memories.edit', again)
  const { mutate: forget } = useAct('memories.forget', (act) => sayAct(act, undo))
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows compare it; what is left out never changes
  return useMemo(
    () => ({
      open: (memory: MemoryView) => open({ kind: 'memory', memory: memory.id }),
      edit: (memory: MemoryView) => open({ kind: 'memory', memory: memory.id, editing: true }),
      erase: (memory: MemoryView) => open({ kind: 'erase-memory', memory }),
      togglePin: (memory: MemoryView) => pin({ memoryId: memory.id, pinned: !memory.pinned }),
      toggleDone: (memory: MemoryView) => edit({ memoryId: memory.id, done: !memory.done }),
      toggleSensitive: (memory: MemoryView) =>
        edit({ memoryId: memory.id, sensitive: otherMark(memory) }, { onSuccess: (act) => sayAct(act, undo) }),
      forget: (memory: MemoryView) => forget({ memoryId: memory.id }),
      bringBack: (memory: MemoryView) => void bringBack(memory, t('memory.noWayBack')).catch(told),
    }),
    [open, undo],
  )
}

/** Null follows what was found in it, so that a mark is only kept where it says something else. */
function otherMark({ accessTier, containsPii }: MemoryView): boolean | null {
  if (accessTier === 'SENSITIVE') return containsPii ? false : null
  return containsPii ? null : true
}

/** Undoes the act that forgot it, which alone may bring it back. */
async function bringBack(memory: MemoryView, noWayBack: string): Promise<void> {
  const { history } = await ask('memories.open', { memoryId: memory.id })
  const forgot = history.find((receipt) => receipt.kind === 'forget_memory' && !receipt.undone)
  if (!forgot) return say(noWayBack, { tone: 'error' })
  await ask('receipts.undo', { operationId: forgot.id })
}

/** The entries of its menu. */
export function memoryMenu(memory: MemoryView, acts: MemoryActs, t: TFunction): MenuEntry[] {
  if (memory.forgottenAt !== null)
    return [
      { label: t('memory.bringBack'), onSelect: () => acts.bringBack(memory) },
      { label: t('memory.open'), hint: 'Enter', onSelect: () => acts.open(memory) },
      null,
      { label: t('memory.erase'), onSelect: () => acts.erase(memory) },
    ]
  return [
    { label: t('memory.open'), hint: 'Enter', onSelect: () => acts.open(memory) },
    { label: t('memory.edit'), hint: 'F2', onSelect: () => acts.edit(memory) },
    { label: t(memory.pinned ? 'memory.unpin' : 'memory.pin'), hint: 'P', onSelect: () => acts.togglePin(memory) },
    ...(memory.category === 'task'
      ? [
          {
            label: t(memory.done ? 'memory.reopen' : 'memory.finish'),
            hint: 'D',
            onSelect: () => acts.toggleDone(memory),
          },
        ]
      : []),
    {
      label: t(memory.accessTier === 'SENSITIVE' ? 'memory.markPublic' : 'memory.markSensitive'),
      onSelect: () => acts.toggleSensitive(memory),
    },
    null,
    { label: t('memory.forget'), hint: 'Del', onSelect: () => acts.forget(memory) },
    { label: t('memory.erase'), onSelect: () => acts.erase(memory) },
  ]
}
