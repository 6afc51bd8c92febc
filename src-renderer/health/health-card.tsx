import type { HealthFigure } from '@shared/contract/health'
import { useTranslation } from 'react-i18next'
import { joined } from '../app/format'
import { cx } from '../ui/cx'
import { Chart } from './chart'
import { partOf, written } from './figures'

/** One figure: what it is now, how it went, what it is to be, and one sentence that says what it means. */
export function HealthCard({ figure, span }: { figure: HealthFigure; span: { from: string; to: string } }) {
  const { t } = useTranslation()
  const { name, unit, now, period, series, parts, goal, met } = figure
  const known = series.flatMap((value) => (value === null ? [] : [value]))
  const when = unit === 'count' && name !== 'activeBuckets' && name !== 'values'
  const detail = Object.entries(parts).map(([part, value]) =>
    t(`health.part.${part as 'p50'}`, { value: partOf(part, value) }),
  )
  return (
    <li className="grid grid-rows-[auto_auto_1fr_auto] rounded-xl border border-line bg-paper p-3.5">
      <h4 className="text-list text-soft">{t(`health.figure.${name}.title`)}</h4>
      <p className="text-figure leading-7 font-semibold tabular">
        {now === null ? (
          <span className="text-list font-normal text-faint">{t('health.nothing')}</span>
        ) : (
          <>
            {written(unit, now)}
            {when ? (
              <span className="ms-1.5 text-meta font-normal text-faint">
                {t(period === 'day' ? 'health.thisDay' : 'health.thisWeek')}
              </span>
            ) : null}
          </>
        )}
      </p>
      {known.length > 0 ? (
        <div
          role="img"
          aria-label={t('health.chart', {
            ...span,
            least: written(unit, Math.min(...known)),
            most: written(unit, Math.max(...known)),
          })}
        >
          <Chart figure={figure} />
        </div>
      ) : (
        <span />
      )}
      <div className="mt-1 grid gap-0.5 text-meta text-faint">
        {goal ? (
          <p className={cx('tabular', met === true && 'text-ok', met === false && 'text-warn')}>
            {goal.kind === 'between'
              ? t('health.goal.between', { from: written(unit, goal.from), to: written(unit, goal.to) })
              : t(`health.goal.${goal.kind}`, { value: written(unit, goal.value) })}
            {met === null ? null : `, ${t(met ? 'health.met' : 'health.missed')}`}
          </p>
        ) : null}
        {detail.length > 0 ? <p className="tabular">{joined(detail)}</p> : null}
        <p>{t(`health.figure.${name}.text`)}</p>
      </div>
    </li>
  )
}
