import type { JanitorState } from '@shared/contract/receipts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { percent, relative } from '../app/format'
import { useNow } from '../app/today'
import { useAct } from '../app/use-act'
import { useView } from '../app/view'
import { Button } from '../ui/button'
import { Progress } from '../ui/progress'
import { say } from '../ui/toast-store'
import { stepKey } from './step-words'

/** How often the janitor was right, when it comes next, and the way to call it now or only to ask. */
export function TidyFoot() {
  const { t } = useTranslation()
  const now = useNow()
  const open = useView((view) => view.open)
  const janitor = useQuery(asking('janitor.state', undefined)).data
  const tidy = useAct('janitor.tidy', (answer) => say(t('tidy.done', { count: answer.lines.length })))
  const running = tidy.isPending || janitor?.running === true
  return (
    <footer className="grid flex-none gap-1.5 border-t border-line px-4 py-2.5 text-small text-soft">
      {janitor ? (
        <p className="tabular">
          {janitor.acts > 0
            ? t('tidy.stood', { share: percent(1 - janitor.undone / janitor.acts), count: janitor.acts })
            : t('tidy.none')}
          {janitor.nextRun ? (
            <span className="text-faint"> · {t('tidy.next', { when: relative(janitor.nextRun, now) })}</span>
          ) : null}
        </p>
      ) : null}
      {running ? <Pass step={janitor?.step ?? null} /> : null}
      <p className="-ms-1 flex gap-1.5">
        <Button disabled={running} onClick={() => tidy.mutate({ dryRun: false })}>
          {t(running ? 'tidy.running' : 'tidy.now')}
        </Button>
        <Button tone="quiet" onClick={() => open({ kind: 'dry-run' })}>
          {t('tidy.dryRun')}
        </Button>
      </p>
    </footer>
  )
}

/** The pass under way: which step, what it looks at, and the way out of it. */
function Pass({ step }: { step: JanitorState['step'] }) {
  const { t } = useTranslation()
  const cancel = useAct('janitor.cancel')
  return (
    <div className="grid gap-1">
      <Progress value={step && step.of > 0 ? step.at / step.of : null} label={t('tidy.progress')} />
      <p className="flex items-baseline gap-2 text-meta text-faint">
        <span role="status" className="min-w-0 flex-1 truncate" dir="auto" title={step?.looking ?? undefined}>
          {step
            ? step.looking === null
              ? t(stepKey(step.kind))
              : t('tidy.looking', { step: t(stepKey(step.kind)), bucket: step.looking })
            : t('tidy.running')}
        </span>
        <Button tone="link" className="text-meta!" disabled={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          {t('common.cancel')}
        </Button>
      </p>
    </div>
  )
}
