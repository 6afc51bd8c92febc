import type { SegmentAct } from '@shared/contract/segments'
import type { SegmentView } from '@shared/domain'
import type { MessageId } from '@shared/ids'
import { useTranslation } from 'react-i18next'
import { useAct } from '../app/use-act'
import { useView } from '../app/view'
import { useToldAct } from '../buckets/use-bucket-acts'
import { usePortion } from '../transfer/use-portion'
import type { MenuEntry } from '../ui/menu'
import { untitled } from './segment-times'
import { useCloseSegment } from './use-close-segment'

export interface SegmentActs {
  menu: (segment: SegmentView) => MenuEntry[]
  rename: (segment: SegmentView) => void
  merge: (segment: SegmentView) => void
  /** The message becomes the first of a segment of its own. */
  split: (message: MessageId) => void
}

/** What a person can do with a segment. Each act says what it did, with its undo in place. */
export function useSegmentActs(): SegmentActs {
  const { t } = useTranslation()
  const open = useView((view) => view.open)
  const told = useToldAct()
  const done = (act: SegmentAct): void => told(act)
  const close = useCloseSegment()
  const portion = usePortion()
  const merge = useAct('segments.merge', done)
  const split = useAct('segments.split', done)
  const rename = (segment: SegmentView): void => open({ kind: 'rename-segment', segment })
  const join = (segment: SegmentView): void => merge.mutate({ segmentId: segment.id })
  return {
    rename,
    merge: join,
    split: (messageId) => split.mutate({ messageId }),
    menu: (segment) => [
      { label: t('segment.rename'), hint: 'F2', onSelect: () => rename(segment) },
      { label: t('segment.merge'), hint: 'M', onSelect: () => join(segment) },
      ...(segment.status === 'active' && !segment.waits
        ? [null, { label: t('segment.close'), onSelect: () => close.mutate({ segmentId: segment.id }) }]
        : []),
      null,
      ...portion.menu({ segmentId: segment.id }),
      // A talk that was brought along may be longer than this stretch of it.
      ...(segment.titleFromExport ? portion.menu({ talkOf: segment.id }) : []),
      null,
      {
        label: t('erase.menu'),
        onSelect: () =>
          open({ kind: 'erase', part: { segmentId: segment.id }, named: segment.title || untitled(t, segment) }),
      },
    ],
  }
}
