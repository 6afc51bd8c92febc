import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asking, keyOf } from '../app/ask'
import { JobList } from '../app/job-list'
import { useAct } from '../app/use-act'
import { ImportOutcome } from '../transfer/import-outcome'
import { useImport } from '../transfer/use-import'
import { Button } from '../ui/button'
import { type Sealing, SealingFields } from '../ui/passphrase'
import { Section } from './section'

export function ImportSection() {
  const { t } = useTranslation()
  const { busy, chooseFile, chooseFolder } = useImport()
  const archive = useAct('transfer.archive')
  const [sealing, setSealing] = useState<Sealing>(null)
  const last = useQuery(asking('transfer.last', undefined)).data
  const client = useQueryClient()
  const close = useAct('transfer.closeLast', () => client.setQueryData(keyOf('transfer.last', undefined), null))
  return (
    <>
      <Section title={t('import.title')} text={t('import.text')}>
        <div className="mt-2 mb-4 flex flex-wrap gap-2">
          <Button disabled={busy} onClick={chooseFile}>
            {t('import.choose')}
          </Button>
          <Button disabled={busy} onClick={chooseFolder}>
            {t('import.chooseFolder')}
          </Button>
        </div>
        <JobList place="import" />
        {last ? (
          <section
            aria-label={t('import.last', { name: last.name })}
            className="mt-3 rounded-xl border border-line px-4 py-3"
          >
            <h4 className="mb-1.5 font-semibold" dir="auto">
              {t('import.last', { name: last.name })}
            </h4>
            <ImportOutcome result={last} />
            <div className="mt-2 flex justify-end">
              <Button tone="quiet" disabled={close.isPending} onClick={() => close.mutate(undefined)}>
                {t('common.close')}
              </Button>
            </div>
          </section>
        ) : null}
      </Section>
      <Section title={t('archive.title')} text={t('archive.text')}>
        <div className="mt-2 grid justify-items-start gap-2.5">
          <SealingFields onChange={setSealing} />
          <Button
            disabled={archive.isPending || sealing === ''}
            onClick={() => archive.mutate({ passphrase: sealing })}
          >
            {t('archive.make')}
          </Button>
        </div>
      </Section>
    </>
  )
}
