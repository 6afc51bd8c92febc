/** The parts of what is shown about one memory; each is left out where there is nothing to say. */

import type { MemoryLevel } from '@shared/contract/memory'
import type { MessageView, ReceiptView } from '@shared/domain'
import type { MemoryView, Reflection } from '@shared/memory'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { dateOf, dayLabel, percent, timeOf } from '../app/format'
import { said } from '../app/said/said'
import { useToday, useZone } from '../app/today'
import { useView } from '../app/view'
import { ReceiptEntry } from '../receipts/receipt-entry'

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-1 text-meta font-semibold text-faint">
        {title}
      </h3>
      {children}
    </section>
  )
}

/** One sentence for each signal, then what they come to. */
export function Why({ why }: { why: readonly string[] }) {
  const { t } = useTranslation()
  if (why.length === 0) return null
  return (
    <Part title={t('memory.why')}>
      <ul className="grid gap-0.5 text-list text-soft tabular">
        {why.map((sentence) => (
          <li key={sentence} dir="auto" className="[overflow-wrap:anywhere]">
            {said(sentence)}
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** The messages it comes from; a press goes there in the conversation. */
export function Sources({ sources, byHand }: { sources: readonly MessageView[]; byHand: boolean }) {
  const { t } = useTranslation()
  const zone = useZone()
  const today = useToday()
  const jumpTo = useView((view) => view.jumpTo)
  if (sources.length === 0)
    return (
      <Part title={t('memory.sources')}>
        <p className="text-list text-soft">{t(byHand ? 'memory.byHand' : 'memory.sourcesGone')}</p>
      </Part>
    )
  return (
    <Part title={t('memory.sources')}>
      <ul className="-mx-2 grid">
        {sources.map((message) => (
          <li key={message.id}>
            <button
              type="button"
              title={t('memory.goToSource')}
              onClick={() => jumpTo(message.id)}
              className="grid w-full gap-px rounded-md px-2 py-1 text-start text-list transition-colors hover:bg-hover"
            >
              <span dir="auto" className="line-clamp-3 [overflow-wrap:anywhere]">
                {message.text}
              </span>
              <span className="text-meta text-faint tabular">
                {t(message.role === 'user' ? 'memory.saidByYou' : 'memory.saidByOther', {
                  when: `${dayLabel(dateOf(message.ts, zone), today)} ${timeOf(message.ts, zone)}`,
                })}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** Entries that a summary stands for; each opens. */
export function StandsFor({ entries }: { entries: readonly MemoryView[] }) {
  const { t } = useTranslation()
  const open = useView((view) => view.open)
  if (entries.length === 0) return null
  return (
    <Part title={t('memory.standsFor')}>
      <ul className="-mx-2 grid">
        {entries.map((entry) => (
          <li key={entry.id}>
            <button
              type="button"
              dir="auto"
              onClick={() => open({ kind: 'memory', memory: entry.id })}
              className="w-full rounded-md px-2 py-1 text-start text-list transition-colors [overflow-wrap:anywhere] hover:bg-hover"
            >
              {entry.content}
            </button>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** Its lengths, from the full text down to keywords. */
export function Levels({ levels }: { levels: readonly MemoryLevel[] }) {
  const { t } = useTranslation()
  // a short entry is as short as it gets: what says the same as the length before it says nothing
  const told = levels.filter((level, index) => level.content !== levels[index - 1]?.content)
  if (told.length < 2) return null
  return (
    <Part title={t('memory.levels')}>
      <dl className="grid gap-1.5 text-list">
        {told.map((level) => (
          <div key={level.id}>
            <dt className="flex flex-wrap gap-x-2.5 text-meta text-faint tabular">
              <span>{t(`memory.level.${level.level}`)}</span>
              <span>{t('count.tokens', { count: level.tokens })}</span>
              {level.ratio === null ? null : <span>{t('memory.ratio', { share: percent(level.ratio) })}</span>}
            </dt>
            <dd dir="auto" className="line-clamp-4 text-soft [overflow-wrap:anywhere] whitespace-pre-line">
              {level.content}
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

const LESSON = ['context', 'decision', 'outcome', 'lesson'] as const

export function Lesson({ reflection }: { reflection: Reflection }) {
  const { t } = useTranslation()
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-list">
      {LESSON.filter((name) => reflection[name] !== '').map((name) => (
        <div key={name} className="contents">
          <dt className="text-faint">{t(`memory.lesson.${name}`)}</dt>
          <dd dir="auto" className="text-soft [overflow-wrap:anywhere]">
            {reflection[name]}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What was done with it, newest first, each with its way back. */
export function History({ history }: { history: readonly ReceiptView[] }) {
  const { t } = useTranslation()
  if (history.length === 0) return null
  return (
    <Part title={t('memory.history')}>
      <ul className="-mx-3.5">
        {history.map((receipt, index) => (
          <li key={receipt.id}>
            <ReceiptEntry receipt={receipt} first={index === 0} shows="day" />
          </li>
        ))}
      </ul>
    </Part>
  )
}
