import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { percent, relative } from '../app/format'
import { useNow } from '../app/today'
import { useAct } from '../app/use-act'
import { useView } from '../app/view'
import { Button } from '../ui/button'
import { say } from '../ui/toast-store'

/** How often the janitor was right, when it comes next, and the way to call it now or only to ask. */
export function TidyFoot() {
  const { t } = useTranslation()
  const now = useNow()
  const open = useView((view) => view.open)
  const janitor = useQuery(asking('janitor.state', undefined)).data
  const tidy = useAct('janitor.tidy', (answer) => say(t('tidy.done', { count: answer.lines.length })))
  const running = tidy.isPending || janitor?.running === true
  return (
    <footer className="grid flex-none gap-1.5 border-t border-line px-4 py-2.5 text-[12.5px] text-soft">
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
      <p className="-ml-1 flex gap-1.5">
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
