import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ask } from '../app/ask'
import { said } from '../app/said/said'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'
import { Dialog, DialogActs } from '../ui/dialog'
import { Skeleton } from '../ui/skeleton'
import { say } from '../ui/toast-store'
import { Trouble } from '../ui/trouble'

/** “What would change?”: the janitor's plan, without doing any of it. */
export function DryRunDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const plan = useQuery({
    queryKey: ['janitor.dryRun'],
    queryFn: () => ask('janitor.tidy', { dryRun: true }),
    gcTime: 0,
  })
  const tidy = useAct('janitor.tidy', (answer) => {
    say(t('tidy.done', { count: answer.lines.length }))
    onClose()
  })
  const lines = plan.data?.lines ?? []
  return (
    <Dialog title={t('tidy.dryRun')} description={t('tidy.dryRunText')} width={520} onClose={onClose}>
      {plan.isPending ? <Skeleton lines={4} label={t('tidy.running')} /> : null}
      {plan.isError ? <Trouble error={plan.error} onRetry={() => void plan.refetch()} /> : null}
      {plan.data && lines.length === 0 ? <p className="text-soft">{t('tidy.nothing')}</p> : null}
      <ul className="text-list">
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a plan is never changed, only made anew
          <li key={at} dir="auto" className="border-t border-line py-2 first:border-0">
            {said(line.sentence)}
          </li>
        ))}
      </ul>
      <DialogActs>
        <Button tone="quiet" onClick={onClose}>
          {t('common.close')}
        </Button>
        {lines.length > 0 ? (
          <Button tone="go" disabled={tidy.isPending} onClick={() => tidy.mutate({ dryRun: false })}>
            {t(tidy.isPending ? 'tidy.running' : 'tidy.now')}
          </Button>
        ) : null}
      </DialogActs>
    </Dialog>
  )
}
