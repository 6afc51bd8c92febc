import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'
import { Section } from './section'

/** What the chosen model could tell better than it was told without one: offered, never done by itself. */
export function Retelling() {
  const { t } = useTranslation()
  const jobs = useQuery(asking('jobs.list', undefined)).data ?? []
  const isRunning = jobs.some((job) => job.kind === 'retell' && job.state === 'running')
  const abilities = useQuery(asking('models.status', undefined)).data?.abilities ?? []
  const canTitle = abilities.some(({ ability, enabled }) => ability === 'title' && enabled)
  // Asked again when the model may title now, and when a run has ended.
  const due = useQuery({
    ...asking('models.retellable', undefined),
    staleTime: 0,
    enabled: canTitle && !isRunning,
  }).data
  const start = useAct('models.retell')
  if (!canTitle || (!isRunning && (!due || due.segments + due.buckets === 0))) return null
  return (
    <Section title={t('retelling.title')} text={t('retelling.text')}>
      <Button
        className="mt-2.5"
        tone="go"
        disabled={isRunning || start.isPending}
        onClick={() => start.mutate(undefined)}
      >
        {isRunning || !due
          ? t('retelling.running')
          : t('retelling.start', { segments: due.segments, buckets: due.buckets })}
      </Button>
    </Section>
  )
}
