import type { BucketId } from '@shared/ids'
import { useQuery } from '@tanstack/react-query'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../../app/ask'
import { useToday } from '../../app/today'
import { useView } from '../../app/view'
import { IconButton } from '../../ui/button'
import { cx } from '../../ui/cx'
import { Popover } from '../../ui/popover'
import { firstDayOfWeek, monthBeside, weeksOf } from './month'

/** “Jump to date”: a calendar in which the days that have talk can be chosen. */
export function DatePopover({ thread }: { thread: BucketId | null }) {
  const { t } = useTranslation()
  return (
    <Popover
      label={t('dates.label')}
      width={272}
      align="end"
      trigger={
        <IconButton label={t('dates.label')}>
          <CalendarDays />
        </IconButton>
      }
    >
      {(close) => <Calendar thread={thread} onChosen={close} />}
    </Popover>
  )
}

const named = (date: string, format: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(undefined, { ...format, timeZone: 'UTC' }).format(Date.parse(date))

function Calendar({ thread, onChosen }: { thread: BucketId | null; onChosen: () => void }) {
  const { t } = useTranslation()
  const today = useToday()
  const jumpTo = useView((view) => view.jumpTo)
  const first = useQuery(asking('app.state', undefined)).data?.firstMessageAt?.slice(0, 7) ?? today.slice(0, 7)
  const [month, setMonth] = useState(today.slice(0, 7))
  const days = useQuery(asking('conversation.days', { month, ...(thread ? { bucketId: thread } : {}) }))
  const talk = new Map((days.data ?? []).map((day) => [day.date, day]))
  const weeks = weeksOf(month, firstDayOfWeek())
  const grid = useRef<HTMLTableElement>(null)
  const week = weeks.find((one) => one.every((date) => date !== null)) ?? []
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    const open = [...(grid.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])]
    const { activeElement } = document
    const at = activeElement instanceof HTMLButtonElement ? open.indexOf(activeElement) : -1
    event.preventDefault()
    open[(at + step + open.length) % open.length]?.focus()
  }
  return (
    <>
      <div className="flex items-center justify-between gap-2">
        <IconButton
          label={t('dates.before')}
          disabled={month <= first}
          onClick={() => setMonth(monthBeside(month, -1))}
        >
          <ChevronLeft />
        </IconButton>
        <h2 aria-live="polite" className="font-semibold">
          {named(`${month}-01`, { month: 'long', year: 'numeric' })}
        </h2>
        <IconButton
          label={t('dates.next')}
          disabled={month >= today.slice(0, 7)}
          onClick={() => setMonth(monthBeside(month, 1))}
        >
          <ChevronRight />
        </IconButton>
      </div>
      <table ref={grid} onKeyDown={onKeyDown} className="mt-2 w-full table-fixed text-center tabular">
        <thead>
          <tr className="text-meta text-faint">
            {week.map((date) => (
              <th
                key={date}
                scope="col"
                abbr={date ? named(date, { weekday: 'long' }) : undefined}
                className="font-normal"
              >
                {date ? named(date, { weekday: 'narrow' }) : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((dates) => (
            <tr key={dates.find((date) => date !== null)}>
              {dates.map((date, at) => {
                const day = date ? talk.get(date) : undefined
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a week has seven places
                  <td key={at} className="p-px">
                    {date ? (
                      <button
                        type="button"
                        disabled={!day}
                        aria-current={date === today ? 'date' : undefined}
                        aria-label={
                          day
                            ? `${named(date, { dateStyle: 'long' })}, ${t('count.messages', { count: day.messages })}`
                            : named(date, { dateStyle: 'long' })
                        }
                        onClick={() => {
                          if (day) jumpTo(day.messageId, null, thread)
                          onChosen()
                        }}
                        className={cx(
                          'h-8 w-full rounded-md',
                          day ? 'bg-wash font-semibold text-ink hover:bg-hover' : 'text-faint',
                          date === today && 'outline outline-1 -outline-offset-1 outline-accent',
                        )}
                      >
                        {Number(date.slice(8))}
                      </button>
                    ) : null}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {days.data && days.data.length === 0 ? <p className="mt-2 text-meta text-faint">{t('dates.none')}</p> : null}
    </>
  )
}
