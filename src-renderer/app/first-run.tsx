import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Endpoints } from '../settings/endpoints'
import { ModelChoice } from '../settings/model-choice'
import { OwnModels } from '../settings/own-models'
import { isChosen, useModels } from '../settings/use-models'
import { useSettings } from '../settings/use-settings'
import { useImport } from '../transfer/use-import'
import { Button } from '../ui/button'
import { Skeleton } from '../ui/skeleton'
import { Trouble } from '../ui/trouble'
import { asking } from './ask'
import { Dialogs } from './dialogs'
import { JobList } from './job-list'

/** The first screen of all: what this is, who shall answer, what to bring along. Nothing here has to be done. */
export function FirstRun() {
  const { t } = useTranslation()
  const { change } = useSettings()
  const models = useModels()
  const { busy, chooseFile } = useImport()
  const hasJobs = (useQuery(asking('jobs.list', undefined)).data ?? []).some((job) => job.kind === 'import')
  const chat = models.catalog.data?.filter((entry) => entry.purpose === 'chat') ?? []
  return (
    <main className="flex h-full flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto grid max-w-[640px] gap-8 px-6 pt-[8vh] pb-10">
          <div>
            <h1 className="text-heading leading-8 font-semibold tracking-[-0.01em]">{t('firstRun.title')}</h1>
            <p className="mt-3 text-title leading-6 text-soft">{t('firstRun.what')}</p>
          </div>
          <Step title={t('firstRun.model')} text={t('firstRun.modelText')}>
            {models.catalog.isPending ? <Skeleton lines={4} label={t('common.loading')} /> : null}
            {models.catalog.isError ? (
              <Trouble error={models.catalog.error} onRetry={() => void models.catalog.refetch()} />
            ) : null}
            <ul className="rounded-xl border border-line px-4 py-0.5 empty:hidden">
              {chat.map((entry) => (
                <ModelChoice
                  key={entry.id}
                  entry={entry}
                  chosen={isChosen(models.status, entry.id)}
                  busy={models.busy}
                  onChoose={() => models.choose(entry)}
                />
              ))}
            </ul>
            <div className="mt-2.5">
              <OwnModels />
            </div>
            <div className="mt-6">
              <Endpoints />
            </div>
          </Step>
          <Step title={t('firstRun.import')} text={t('import.text')}>
            <Button disabled={busy} onClick={chooseFile}>
              {t('import.choose')}
            </Button>
            {hasJobs ? (
              <div className="mt-3">
                <JobList place="firstRun" />
              </div>
            ) : null}
          </Step>
        </div>
      </div>
      <footer className="flex-none border-t border-line bg-rail">
        <div className="mx-auto flex max-w-[640px] items-center gap-3 px-6 py-3.5">
          <Button tone="go" className="h-9! px-4! text-body!" onClick={() => change({ firstRunDone: true })}>
            {t('firstRun.start')}
          </Button>
          <p className="text-list text-faint">{t('firstRun.later')}</p>
        </div>
      </footer>
      <Dialogs />
    </main>
  )
}

function Step({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-title font-semibold">
        {title}
      </h2>
      <p className="mt-0.5 mb-3 text-list text-soft">{text}</p>
      {children}
    </section>
  )
}
