import type { SummaryVersionView } from '@shared/contract/segments'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullTime } from '../app/format'
import { useZone } from '../app/today'
import { useView } from '../app/view'
import { Button } from '../ui/button'
import { cx } from '../ui/cx'
import { SummaryText } from './summary-text'

interface SummaryVersionsProps {
  /** Newest first. */
  versions: readonly SummaryVersionView[]
  /** What the bucket says now. */
  present: string
  busy: boolean
  /** Without it they can only be read. */
  onPutBack?: (version: SummaryVersionView) => void
}

/** Every summary a bucket had, folded away: who wrote it and when, to be read and put back. */
export function SummaryVersions({ versions, present, busy, onPutBack }: SummaryVersionsProps) {
  const { t } = useTranslation()
  const zone = useZone()
  const jumpTo = useView((view) => view.jumpTo)
  const [open, setOpen] = useState(false)
  const [read, setRead] = useState<number | null>(null)
  if (versions.length === 0) return null
  return (
    <section aria-label={t('summary.versions')}>
      <Fold open={open} onToggle={() => setOpen(!open)} className="-ms-1 px-1 text-meta text-faint">
        {t('summary.versions')} <span className="tabular">{versions.length}</span>
      </Fold>
      {open ? (
        <ul className="mt-1 text-list">
          {versions.map((version, index) => {
            const isPresent = index === 0 && version.summary === present
            const isRead = read === version.version
            return (
              <li key={version.version} className="border-t border-line first:border-0">
                <Fold
                  open={isRead}
                  onToggle={() => setRead(isRead ? null : version.version)}
                  className="w-full px-1 py-1.5 text-start hover:bg-hover"
                >
                  <span className="min-w-0 flex-1 tabular">{fullTime(version.madeAt, zone)}</span>
                  <span className="flex-none text-meta text-faint">
                    {t(`summary.by.${version.madeBy}`)}
                    {isPresent
                      ? `, ${t('summary.current')}`
                      : `, ${t('summary.ofMessages', { count: version.messages })}`}
                  </span>
                </Fold>
                {isRead ? (
                  <div className="grid gap-2 pb-3 ps-5">
                    {version.summary === '' ? (
                      <p className="text-soft">{t('summary.empty')}</p>
                    ) : (
                      <SummaryText text={version.summary} />
                    )}
                    {version.sources[0] === undefined ? null : (
                      <Button
                        tone="quiet"
                        className="justify-self-start"
                        onClick={() => version.sources[0] && jumpTo(version.sources[0])}
                      >
                        {t('summary.sources', { count: version.sources.length })}
                      </Button>
                    )}
                    {isPresent || !onPutBack ? null : (
                      <Button className="justify-self-start" disabled={busy} onClick={() => onPutBack(version)}>
                        {t('summary.putBack')}
                      </Button>
                    )}
                  </div>
                ) : null}
              </li>
            )
          })}
        </ul>
      ) : null}
    </section>
  )
}

interface FoldProps {
  open: boolean
  onToggle: () => void
  className: string
  children: ReactNode
}

function Fold({ open, onToggle, className, children }: FoldProps) {
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={onToggle}
      className={cx('flex items-center gap-1.5 rounded-sm hover:text-ink', className)}
    >
      <ChevronRight aria-hidden="true" className={cx('size-3 flex-none transition-transform', open && 'rotate-90')} />
      {children}
    </button>
  )
}
