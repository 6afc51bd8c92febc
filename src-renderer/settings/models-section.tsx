import { useTranslation } from 'react-i18next'
import { JobList } from '../app/job-list'
import { Button } from '../ui/button'
import { Skeleton } from '../ui/skeleton'
import { Trouble } from '../ui/trouble'
import { Abilities } from './abilities'
import { Endpoints } from './endpoints'
import { ModelChoice } from './model-choice'
import { modelLine } from './model-line'
import { OwnModels } from './own-models'
import { Retelling } from './retelling'
import { Section } from './section'
import { isChosen, useModels } from './use-models'

/** Who answers, what it was measured to be able to do, and what makes topics comparable. */
export function ModelsSection() {
  const { t } = useTranslation()
  const models = useModels()
  const { status, catalog } = models
  const line = status ? modelLine(status, t) : null
  if (catalog.isError) return <Trouble error={catalog.error} onRetry={() => void catalog.refetch()} />
  const chat = catalog.data?.filter((entry) => entry.purpose === 'chat') ?? []
  const embedding = catalog.data?.filter((entry) => entry.purpose === 'embedding') ?? []
  return (
    <>
      <JobList place="models" />
      <Section title={t('models.chat')} text={line?.detail ? `${line.text}. ${line.detail}` : line?.text}>
        {catalog.isPending ? <Skeleton lines={4} label={t('common.loading')} /> : null}
        <ul>
          {chat.map((entry) => (
            <ModelChoice
              key={entry.id}
              entry={entry}
              chosen={isChosen(status, entry.id)}
              busy={models.busy}
              onChoose={() => models.choose(entry)}
            />
          ))}
          <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-4 border-t border-line py-3 first:border-0">
            <p className="min-w-0">
              <b className="font-semibold">{t('models.noneTitle')}</b>
              <span className="block text-list text-soft">{t('models.noneBlurb')}</span>
            </p>
            {status?.chat.kind === 'none' ? (
              <span className="flex h-[26px] items-center text-small font-medium text-soft">{t('models.inUse')}</span>
            ) : (
              <Button
                disabled={models.busy}
                aria-label={t('models.useNamed', { title: t('models.noneTitle') })}
                onClick={() => models.select('none')}
              >
                {t('models.use')}
              </Button>
            )}
          </li>
        </ul>
        <OwnModels />
      </Section>
      <Endpoints />
      {status && status.chat.kind !== 'none' ? <Abilities status={status} /> : null}
      <Retelling />
      <Section
        title={t('models.embedding')}
        text={[
          t('models.embeddingText'),
          status && !status.embedding.multilingual ? t('models.englishOnly') : null,
          status && status.embedding.state !== 'ready' ? status.embedding.message : null,
        ]
          .filter(Boolean)
          .join(' ')}
      >
        <ul>
          {embedding.map((entry) => (
            <ModelChoice
              key={entry.id}
              entry={entry}
              chosen={isChosen(status, entry.id)}
              busy={models.busy}
              onChoose={() => models.choose(entry)}
            />
          ))}
        </ul>
      </Section>
    </>
  )
}
