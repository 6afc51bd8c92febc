import type { HealthReport } from '@shared/contract/health'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { bytes, dayLabel, fullTime, number } from '../app/format'
import { useToday, useZone } from '../app/today'
import { Dialog } from '../ui/dialog'
import { Select } from '../ui/field'
import { Skeleton } from '../ui/skeleton'
import { Trouble } from '../ui/trouble'
import { GROUPS, type HealthGroup } from './figures'
import { HealthCard } from './health-card'

const WEEKS = [1, 6, 12, 26, 52] as const

/** How well the buckets keep themselves, in figures of the store's own tables (04-window, Health page). */
export function HealthDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [weeks, setWeeks] = useState<number>(6)
  const report = useQuery({ ...asking('health.report', { weeks }), gcTime: 0, staleTime: 0 })
  return (
    <Dialog title={t('health.title')} description={t('health.text')} width={1080} onClose={onClose}>
      <div className="flex items-center gap-2 text-list text-soft">
        <label htmlFor={id}>{t('health.weeks')}</label>
        <Select
          id={id}
          value={String(weeks)}
          onChange={(event) => setWeeks(Number(event.target.value))}
          className="h-7!"
        >
          {WEEKS.map((count) => (
            <option key={count} value={count}>
              {t('health.lastWeeks', { count })}
            </option>
          ))}
        </Select>
      </div>
      {report.isPending ? <Skeleton lines={8} label={t('common.loading')} /> : null}
      {report.isError ? <Trouble error={report.error} onRetry={() => void report.refetch()} /> : null}
      {report.data ? <Figures report={report.data} /> : null}
    </Dialog>
  )
}

function Figures({ report }: { report: HealthReport }) {
  const { t } = useTranslation()
  const today = useToday()
  const span = { from: dayLabel(report.from, today), to: dayLabel(report.to, today) }
  const by = new Map(report.figures.map((figure) => [figure.name, figure]))
  return (
    <>
      {(Object.keys(GROUPS) as HealthGroup[]).map((group) => (
        <section key={group} aria-labelledby={`health-${group}`} className="mt-4">
          <h3 id={`health-${group}`} className="mb-2 font-semibold">
            {t(`health.group.${group}`)}
          </h3>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(230px,100%),1fr))] gap-3">
            {GROUPS[group].map((name) => {
              const figure = by.get(name)
              return figure ? <HealthCard key={name} figure={figure} span={span} /> : null
            })}
          </ul>
        </section>
      ))}
      <Backups backups={report.backups} />
      <Slow slow={report.slow} />
    </>
  )
}

function Backups({ backups }: { backups: HealthReport['backups'] }) {
  const { t } = useTranslation()
  const zone = useZone()
  const { count, verified, lastAt, elsewhere } = backups
  return (
    <section aria-labelledby="health-backups" className="mt-5">
      <h3 id="health-backups" className="font-semibold">
        {t('health.backups')}
      </h3>
      <p className="text-list text-soft">
        {elsewhere ?? t('health.backupsText', { count, verified, size: bytes(backups.bytes) })}{' '}
        {elsewhere ? null : lastAt ? t('health.lastBackup', { when: fullTime(lastAt, zone) }) : t('health.noBackup')}
      </p>
    </section>
  )
}

function Slow({ slow }: { slow: HealthReport['slow'] }) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="health-slow" className="mt-5">
      <h3 id="health-slow" className="font-semibold">
        {t('health.slow')}
      </h3>
      <p className="text-list text-soft">{t(slow.length > 0 ? 'health.slowText' : 'health.slowNone')}</p>
      {slow.length > 0 ? (
        <table className="mt-1.5 w-full table-fixed text-meta">
          <thead>
            <tr className="text-start text-faint">
              <th className="w-14 py-1 pe-2 text-end font-semibold">{t('health.slowTimes')}</th>
              <th className="w-16 py-1 pe-2 text-end font-semibold">{t('health.slowMedian')}</th>
              <th className="w-16 py-1 pe-3 text-end font-semibold">{t('health.slowMost')}</th>
              <th className="py-1 font-semibold">{t('health.slowWhat')}</th>
            </tr>
          </thead>
          <tbody>
            {slow.map((group) => (
              <tr key={`${group.request} ${group.statement}`} className="border-t border-line align-top tabular">
                <td className="py-1 pe-2 text-end">{number(group.times)}</td>
                <td className="py-1 pe-2 text-end">{number(group.medianMs)} ms</td>
                <td className="py-1 pe-3 text-end">{number(group.mostMs)} ms</td>
                <td className="py-1">
                  <span className="block font-medium">{group.request}</span>
                  <span className="block truncate font-mono text-tiny text-faint" title={group.statement}>
                    {group.statement}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  )
}
