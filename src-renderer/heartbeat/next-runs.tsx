import { readSchedule } from '@shared/schedule'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { locale } from '../app/format'
import { useZone } from '../app/today'

/** The next three times of a schedule while it is being written, or why there are none. */
export function NextRuns({ schedule }: { schedule: string }) {
  const { t } = useTranslation()
  const zone = useZone()
  const written = useDeferredValue(schedule)
  const preview = useQuery({
    ...asking('heartbeat.preview', { schedule: written }),
    enabled: readSchedule(written) !== null,
    retry: false,
    gcTime: 0,
  })
  const format = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short', timeZone: zone })
  if (readSchedule(written) === null || preview.isError)
    return (
      <p role="alert" className="text-meta text-warn">
        {preview.error?.message ?? t('task.unreadable')}
      </p>
    )
  const times = preview.data?.next ?? []
  return (
    <p role="status" className="min-h-[18px] text-meta text-faint tabular">
      {times.length > 0
        ? t('task.next', {
            times: new Intl.ListFormat(locale()).format(times.map((ts) => format.format(Date.parse(ts)))),
          })
        : null}
    </p>
  )
}
