import type { MemoryFileView } from '@shared/contract/memory'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { ago, fullTime, likeness, number } from '../app/format'
import { useNow, useZone } from '../app/today'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'
import { cx } from '../ui/cx'
import { say } from '../ui/toast-store'
import { Trouble } from '../ui/trouble'

/** The memory file at a glance: how full it is, what happened to it; its sections and figures on a press. */
export function FileCard() {
  const { t } = useTranslation()
  const file = useQuery(asking('memoryFile.read', undefined))
  if (file.isError) return <Trouble error={file.error} onRetry={() => void file.refetch()} />
  const { data } = file
  // as high as it will be, so that the list below does not jump
  if (!data) return <div className="h-[46px] flex-none" />
  return (
    <section aria-label={t('memoryFile.label')} className="max-h-[55%] flex-none overflow-y-auto px-3.5 pt-3 pb-2">
      <Gauge label={t('memoryFile.gauge')} value={data.tokens} most={data.maxTokens} className="h-1.5" />
      {data.notice === null ? null : (
        <p role="status" dir="auto" className="pt-1.5 text-meta text-warn [overflow-wrap:anywhere]">
          {data.notice}
        </p>
      )}
      <details className="group">
        <summary className="mt-1 flex items-center gap-1 rounded-sm text-meta text-faint tabular hover:text-ink">
          {t('memoryFile.fill', { count: data.tokens, most: data.maxTokens })}
          <ChevronRight aria-hidden="true" className="size-3 transition-transform group-open:rotate-90" />
        </summary>
        <Sections file={data} />
        <Figures file={data} />
      </details>
    </section>
  )
}

function Sections({ file }: { file: MemoryFileView }) {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('memoryFile.sections')} className="mt-2 grid gap-2">
      {file.sections.map((section) => (
        <li key={section.heading} className="grid gap-1 text-meta">
          <p className="flex justify-between gap-2 text-soft tabular">
            <span dir="auto" className="min-w-0 truncate">
              {section.heading}
            </span>
            <span className="flex-none text-faint">
              {t('memoryFile.section', { count: section.lines, tokens: section.tokens, budget: section.budget })}
            </span>
          </p>
          <Gauge label={section.heading} value={section.tokens} most={section.budget} className="h-1" />
        </li>
      ))}
    </ul>
  )
}

/** The bounded document's metrics in words (seed 004). */
function Figures({ file }: { file: MemoryFileView }) {
  const { t } = useTranslation()
  const now = useNow()
  const zone = useZone()
  const rebuild = useAct('memoryFile.rebuild', () => say(t('memoryFile.rebuilt')))
  const { storedEntries, fileEntries, tiers, lastCompaction, utilisationPercent } = file.metrics
  return (
    <div className="mt-2.5 grid gap-0.5 text-meta text-faint tabular">
      <p>
        {t('memoryFile.share', { percent: Math.round(utilisationPercent), count: fileEntries, stored: storedEntries })}
      </p>
      {tiers
        .filter(({ count }) => count > 0)
        .map(({ tier, count, averageScore }) => (
          <p key={tier}>
            {t('memoryFile.tier', { tier: t(`memory.tier.${tier}`), count, score: likeness(averageScore) })}
          </p>
        ))}
      {lastCompaction ? (
        <p title={fullTime(lastCompaction, zone)}>{t('memoryFile.compacted', { when: ago(lastCompaction, now) })}</p>
      ) : null}
      <LazyTasks />
      <p className="flex flex-wrap gap-x-2.5">
        <span>
          {file.writtenAt
            ? t('memoryFile.written', { version: number(file.version), when: ago(file.writtenAt, now) })
            : t('memoryFile.unwritten')}
        </span>
        <Button
          tone="link"
          className="text-meta!"
          disabled={rebuild.isPending}
          onClick={() => rebuild.mutate(undefined)}
        >
          {t('memoryFile.rebuild')}
        </Button>
      </p>
    </div>
  )
}

/** How many of the person's tasks were ever read whole: the last of the bounded document's metrics. */
function LazyTasks() {
  const { t } = useTranslation()
  const { data } = useQuery(asking('heartbeat.metrics', undefined))
  if (!data || data.tasks === 0) return null
  return <p>{t('memoryFile.lazy', { count: data.tasks, read: data.loadedAtLeastOnce, runs: data.averageRuns })}</p>
}

interface GaugeProps {
  label: string
  value: number
  most: number
  className: string
}

/** How full something is. A section may run over its budget into what others left; the bar then is full. */
function Gauge({ label, value, most, className }: GaugeProps) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: the platform's own meter cannot take the tokens
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={Math.min(value, most)}
      aria-valuetext={t('memoryFile.of', { count: value, most })}
      className={cx('overflow-hidden rounded-full bg-line', className)}
    >
      <div
        className="h-full rounded-full bg-accent transition-[width]"
        style={{ width: `${most > 0 ? Math.min(1, value / most) * 100 : 0}%` }}
      />
    </div>
  )
}
