import type { ImportCounts } from '@shared/contract/transfer'
import { useTranslation } from 'react-i18next'
import { number } from '../app/format'
import { said } from '../app/said/said'

/** Everything that does not come along, or did not, each with its reason. */
export function Reasons({ counts, after = false }: { counts: ImportCounts; after?: boolean }) {
  const { t } = useTranslation()
  const { failed, reasons, leftOut } = counts
  const more = failed - reasons.length
  const lost = t(after ? 'import.failed' : 'import.unreadable', { count: failed })
  const left = t(after ? 'import.wasLeftOut' : 'import.leftOut')
  return (
    <>
      {failed > 0 ? (
        <section aria-label={lost}>
          <h3 className="font-semibold">{lost}</h3>
          <ul className="mt-1 grid max-h-[24vh] gap-0.5 overflow-y-auto text-list text-soft">
            {reasons.map((reason) => (
              <li key={reason} dir="auto" className="break-words">
                {said(reason)}
              </li>
            ))}
            {more > 0 ? <li>{t('import.more', { count: more })}</li> : null}
          </ul>
        </section>
      ) : null}
      {leftOut.length > 0 ? (
        <section aria-label={left}>
          <h3 className="font-semibold">{left}</h3>
          <ul className="mt-1 grid max-h-[30vh] gap-0.5 overflow-y-auto text-list text-soft">
            {leftOut.map(({ what, count }) => (
              <li key={what} className="flex gap-3" dir="auto">
                <span className="min-w-0 flex-1 break-words">{said(what)}</span>
                <span className="flex-none tabular">{number(count)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}
