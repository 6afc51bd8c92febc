import type { CommandAnswer } from '@shared/contract/buckets'
import { EXPORT_FORMATS, type ExportFormat } from '@shared/contract/profiles'
import type { BucketView } from '@shared/domain'
import type { OperationId } from '@shared/ids'
import type { TFunction } from 'i18next'
import { useCallback, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../app/use-act'
import { useView } from '../app/view'
import { usePortion } from '../transfer/use-portion'
import type { MenuEntry } from '../ui/menu'
import { say } from '../ui/toast-store'
import { useChosenBuckets } from './chosen'
import { useSeen } from './seen'

/** Says what a command did, with its undo in place. */
export const useToldOutcome: () => (answer: CommandAnswer) => void = useToldAct

/** The same for every act that stands in the log. */
export function useToldAct(): (act: { sentence: string; operationId: OperationId | null }) => void {
  const { t } = useTranslation()
  // What could not come back is said.
  const { mutate: undo } = useAct('receipts.undo', ({ note }) => note && say(note))
  return useCallback(
    ({ sentence, operationId }) => {
      const act = (id: OperationId) => ({ label: t('common.undo'), run: () => undo({ operationId: id }) })
      say(sentence, operationId ? { act: act(operationId) } : {})
    },
    [t, undo],
  )
}

export interface BucketActs {
  togglePin: (bucket: BucketView) => void
  toggleArchive: (bucket: BucketView) => void
  rename: (bucket: BucketView) => void
  merge: (bucket: BucketView) => void
  split: (bucket: BucketView) => void
  summary: (bucket: BucketView) => void
  /** As Markdown. */
  copy: (bucket: BucketView) => void
  /** Into a file that the person names. */
  save: (bucket: BucketView, format: ExportFormat) => void
  /** Asks first. */
  erase: (bucket: BucketView) => void
}

/** What a person can do with a bucket, wherever it is shown. The same object from render to render. */
export function useBucketActs(): BucketActs {
  const told = useToldOutcome()
  const { mutate: command } = useAct('buckets.command', told)
  const { mutate: save } = useAct('profiles.export')
  const open = useView((view) => view.open)
  const { copy } = usePortion()
  const copyRef = useRef(copy)
  copyRef.current = copy
  return useMemo(
    () => ({
      togglePin: (bucket) => command({ kind: bucket.pinned ? 'unpin' : 'pin', bucket: bucket.id }),
      toggleArchive: (bucket) =>
        command({ kind: bucket.status === 'archived' ? 'unarchive' : 'archive', bucket: bucket.id }),
      rename: (bucket) => open({ kind: 'rename', bucket: bucket.id }),
      merge: (bucket) => open({ kind: 'merge', source: bucket.id, target: null }),
      split: (bucket) => open({ kind: 'split', source: bucket.id }),
      summary: (bucket) => open({ kind: 'summary', bucket: bucket.id }),
      copy: (bucket) => copyRef.current({ bucketId: bucket.id }),
      save: (bucket, format) => save({ bucketId: bucket.id, format }),
      erase: (bucket) => open({ kind: 'erase', part: { bucketId: bucket.id }, named: bucket.title }),
    }),
    [command, open, save],
  )
}

/** The same acts as a menu, with the keys that do them on a focused row. */
export function bucketMenu(bucket: BucketView, acts: BucketActs, t: TFunction): MenuEntry[] {
  return [
    { label: t(bucket.pinned ? 'bucket.unpin' : 'bucket.pin'), hint: 'P', onSelect: () => acts.togglePin(bucket) },
    { label: t('bucket.rename'), hint: 'F2', onSelect: () => acts.rename(bucket) },
    { label: t('bucket.summary'), hint: 'I', onSelect: () => acts.summary(bucket) },
    { label: t('select.begin'), onSelect: () => useChosenBuckets.getState().toggle(bucket.id) },
    { label: t('bucket.markSeen'), onSelect: () => useSeen.getState().viewed(bucket) },
    null,
    { label: t('bucket.merge'), hint: 'M', onSelect: () => acts.merge(bucket) },
    { label: t('bucket.split'), hint: 'S', disabled: bucket.messages < 2, onSelect: () => acts.split(bucket) },
    {
      label: t(bucket.status === 'archived' ? 'bucket.unarchive' : 'bucket.archive'),
      hint: 'E',
      onSelect: () => acts.toggleArchive(bucket),
    },
    null,
    { label: t('portion.copy'), onSelect: () => acts.copy(bucket) },
    ...EXPORT_FORMATS.map((format) => ({
      label: t(`export.as.${format}`),
      onSelect: () => acts.save(bucket, format),
    })),
    null,
    { label: t('erase.menu'), onSelect: () => acts.erase(bucket) },
  ]
}
