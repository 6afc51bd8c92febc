import type { ImportResult } from '@shared/contract/transfer'
import { useTranslation } from 'react-i18next'
import { said } from '../app/said/said'
import { Reasons } from './reasons'

/** What came of an import: how much is here now, what is not, and why. */
export function ImportOutcome({ result: { summary, error } }: { result: ImportResult }) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-3">
      {error !== null ? (
        <p role="alert" className="text-warn" dir="auto">
          {said(error)}
        </p>
      ) : null}
      {summary ? (
        <>
          <p role="status">
            {t('import.result', {
              talks: t('import.talks', { count: summary.conversations }),
              messages: t('import.newMessages', { count: summary.new }),
              failed: t('import.failed', { count: summary.failed }),
            })}
          </p>
          {summary.newBeside > 0 ? (
            <p className="text-soft">{t('import.newBeside', { count: summary.newBeside })}</p>
          ) : null}
          {summary.updated > 0 ? <p className="text-soft">{t('import.updated', { count: summary.updated })}</p> : null}
          {error === null ? <p className="text-soft">{t('import.next')}</p> : null}
          <Reasons counts={summary} after />
        </>
      ) : null}
    </div>
  )
}
