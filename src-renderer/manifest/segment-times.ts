import type { SegmentView } from '@shared/domain'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { timeOf } from '../app/format'
import { useZone } from '../app/today'

/** `08:01 to 09:12`, or `08:01 to now` while it goes on. */
export function useSegmentTimes(segment: SegmentView): string {
  const { t } = useTranslation()
  const zone = useZone()
  const from = timeOf(segment.startedAt, zone)
  if (segment.status === 'active' && !segment.waits) return t('segment.toNow', { from })
  const to = timeOf(segment.endedAt, zone)
  return from === to ? from : t('segment.fromTo', { from, to })
}

/** What a segment is called before it has a title. */
export const untitled = (t: TFunction, { waits }: Pick<SegmentView, 'waits'>): string =>
  t(waits ? 'segment.waits' : 'segment.untitled')
