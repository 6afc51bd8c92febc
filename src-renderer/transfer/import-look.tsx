import type { ImportPreview } from '@shared/contract/transfer'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { joined, longDay, number } from '../app/format'
import { said } from '../app/said/said'
import { useToday, useZone } from '../app/today'
import { Reasons } from './reasons'

interface ImportLookProps {
  preview: ImportPreview
  /** Null: there is but one speaker, and nobody has to say which. */
  me: readonly string[] | null
  onMe: (me: readonly string[]) => void
}

/** What is in a file, and what will not come along. */
export function ImportLook({ preview, me, onMe }: ImportLookProps) {
  const { t } = useTranslation()
  const zone = useZone()
  const today = useToday()
  const { programs, conversations, read, beside, known, from, to, speakers, broken } = preview
  const day = (ts: string) => longDay(ts, zone, today)
  const messages =
    from === null || to === null
      ? t('import.inIt.messages')
      : day(from) === day(to)
        ? t('import.inIt.onDay', { day: day(from) })
        : t('import.inIt.span', { from: day(from), to: day(to) })
  const rows: [what: string, count: number][] = [
    [t('import.inIt.talks'), conversations],
    [messages, read],
    ...(beside > 0 ? ([[t('import.inIt.beside'), beside]] satisfies [string, number][]) : []),
    ...(known > 0 ? ([[t('import.inIt.known'), known]] satisfies [string, number][]) : []),
  ]
  return (
    <div className="grid gap-3">
      <table className="w-full text-list">
        <caption className="pb-1 text-start font-semibold" dir="auto">
          {joined(programs)}
        </caption>
        <tbody>
          {rows.map(([what, count]) => (
            <tr key={what}>
              <th scope="row" className="py-1 pe-4 text-start font-normal">
                {what}
              </th>
              <td className="py-1 text-end align-top tabular">{number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {broken !== null ? (
        <p role="alert" className="text-warn" dir="auto">
          {said(broken)}
        </p>
      ) : null}
      {me !== null ? <Speakers speakers={speakers} me={me} onMe={onMe} /> : null}
      <Reasons counts={preview} />
    </div>
  )
}

function Speakers({
  speakers,
  me,
  onMe,
}: {
  speakers: ImportPreview['speakers']
  me: readonly string[]
  onMe: (me: readonly string[]) => void
}) {
  const { t } = useTranslation()
  const id = useId()
  const toggle = (name: string) => onMe(me.includes(name) ? me.filter((one) => one !== name) : [...me, name])
  return (
    <fieldset className="rounded-xl border border-line px-4 py-3" aria-describedby={id}>
      <legend className="px-1 font-semibold">{t('import.whoAreYou')}</legend>
      <p id={id} className="mb-2 text-list text-soft">
        {t('import.whoText')}
      </p>
      <div className="grid max-h-40 gap-1.5 overflow-y-auto">
        {speakers.map(({ name, messages }) => (
          <label key={name} className="flex items-center gap-2.5">
            <input
              type="checkbox"
              checked={me.includes(name)}
              onChange={() => toggle(name)}
              className="size-4 accent-accent"
            />
            <span className="min-w-0 flex-1 truncate" dir="auto">
              {name === 'user' ? t('import.unnamed') : name}
            </span>
            <span className="text-meta text-faint tabular">{t('import.messages', { count: messages })}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
