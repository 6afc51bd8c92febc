import { ABILITIES, type CatalogEntry } from '@shared/contract/models'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { bytes, number, percent } from '../app/format'
import { said } from '../app/said/said'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'
import { Progress } from '../ui/progress'

interface ModelChoiceProps {
  entry: CatalogEntry
  chosen: boolean
  busy: boolean
  onChoose: () => void
}

/** One model of the catalog: what it is good for in a sentence, what it costs, and the way to have it. */
export function ModelChoice({ entry, chosen, busy, onChoose }: ModelChoiceProps) {
  const { t } = useTranslation()
  const jobs = useQuery(asking('jobs.list', undefined)).data ?? []
  const job = entry.downloadJob
    ? jobs.find((one) => one.id === entry.downloadJob && one.state === 'running')
    : undefined
  const cancel = useAct('jobs.cancel')
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 border-t border-line py-3 first:border-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <b className="font-semibold">{entry.title}</b>
          {entry.recommended ? (
            <span className="text-meta font-medium text-accent">{t('models.recommended')}</span>
          ) : null}
        </p>
        <p className="text-list text-soft">{said(entry.blurb)}</p>
        <Proved entry={entry} />
        <p className="mt-0.5 text-meta text-faint tabular">
          {[
            bytes(entry.sizeBytes),
            entry.licence,
            said(entry.languages),
            entry.tokensPerSecond === null ? null : t('models.pace', { count: words(entry.tokensPerSecond) }),
            entry.purpose === 'chat' ? t('models.contextTokens', { count: number(entry.contextTokens) }) : null,
            entry.thirdParty ? t('models.thirdParty') : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {job ? (
        <Button tone="quiet" onClick={() => cancel.mutate({ jobId: job.id })}>
          {t('common.cancel')}
        </Button>
      ) : chosen ? (
        <span className="flex h-[26px] items-center gap-1.5 text-small font-medium text-soft">
          <Check aria-hidden="true" className="size-3.5 text-ok" />
          {t('models.inUse')}
        </span>
      ) : (
        <Button
          tone={entry.recommended ? 'go' : 'plain'}
          disabled={busy}
          aria-label={t(entry.installed ? 'models.useNamed' : 'models.downloadNamed', { title: entry.title })}
          onClick={onChoose}
        >
          {t(entry.installed ? 'models.use' : 'models.download')}
        </Button>
      )}
      {job ? (
        <div className="col-span-2 grid gap-1">
          <Progress value={job.progress} label={said(job.title)} />
          <p className="flex justify-between text-meta text-faint tabular">
            <span>{said(job.detail)}</span>
            <span>{job.progress === null ? null : percent(job.progress)}</span>
          </p>
        </div>
      ) : null}
    </li>
  )
}

/** A word is about a token and a third; few of them are told by the tenth. */
function words(tokensPerSecond: number): string {
  const rate = tokensPerSecond * 0.75
  return number(rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate))
}

/** What a chat model was found able to do on this computer, in plain words. */
function Proved({ entry: { purpose, proved } }: Pick<ModelChoiceProps, 'entry'>) {
  const { t, i18n } = useTranslation()
  if (purpose !== 'chat') return null
  if (proved === null) return <p className="text-list text-faint">{t('models.notProved')}</p>
  const listed = new Intl.ListFormat(i18n.language, { type: 'unit', style: 'short' })
  const names = (of: readonly (typeof ABILITIES)[number][]) =>
    listed.format(of.map((a) => t(`abilities.names.${a}`).toLocaleLowerCase(i18n.language)))
  const cannot = ABILITIES.filter((ability) => !proved.includes(ability))
  const can = names(proved)
  return (
    <p className="text-list text-soft">
      {cannot.length === 0 ? t('models.provedAll', { can }) : t('models.provedHere', { can, cannot: names(cannot) })}
    </p>
  )
}
