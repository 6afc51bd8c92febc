import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { fullTime, number } from '../app/format'
import { useZone } from '../app/today'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'
import { Dialog, DialogActs } from '../ui/dialog'
import { keyboardScroll } from '../ui/keyboard-scroll'
import { Progress } from '../ui/progress'
import { Skeleton } from '../ui/skeleton'
import { Trouble } from '../ui/trouble'

/** “What does it see?”: everything the model is shown, part by part, with what each part costs. */
export function ContextDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const zone = useZone()
  const context = useQuery(asking('conversation.context', undefined))
  const restore = useAct('session.restore', () => void context.refetch())
  const shown = context.data
  return (
    <Dialog
      title={t('context.title')}
      description={
        shown?.sessionStartedAt
          ? t('context.since', { when: fullTime(shown.sessionStartedAt, zone) })
          : t('context.noSession')
      }
      width={720}
      onClose={onClose}
    >
      {context.isPending ? <Skeleton lines={6} label={t('common.loading')} /> : null}
      {context.isError ? <Trouble error={context.error} onRetry={() => void context.refetch()} /> : null}
      {shown ? (
        <>
          <Progress
            value={shown.budgetTokens > 0 ? shown.totalTokens / shown.budgetTokens : 0}
            label={t('context.budget')}
          />
          <p className="mt-1 mb-3 text-meta text-faint tabular">
            {t('context.used', { used: number(shown.totalTokens), budget: number(shown.budgetTokens) })}
          </p>
          <div className="grid gap-1.5">
            {shown.sections.map((section, index) => (
              <details
                // biome-ignore lint/suspicious/noArrayIndexKey: two parts may bear one name; their order is the prompt's
                key={index}
                className="group rounded-xl border border-line"
              >
                <summary className="flex h-9 items-center gap-3 rounded-xl px-3 text-list font-medium">
                  <span className="min-w-0 flex-1 truncate first-letter:uppercase">{section.name}</span>
                  <span className="text-meta font-normal text-faint tabular">
                    {t('count.tokens', { count: section.tokens })}
                  </span>
                </summary>
                <pre
                  {...keyboardScroll}
                  dir="auto"
                  className="max-h-[40vh] overflow-auto border-t border-line px-3 py-2 font-mono text-meta [overflow-wrap:anywhere] whitespace-pre-wrap text-soft"
                >
                  {section.text}
                </pre>
              </details>
            ))}
          </div>
        </>
      ) : null}
      <DialogActs>
        <Button disabled={restore.isPending} onClick={() => restore.mutate(undefined)}>
          {t('context.restore')}
        </Button>
      </DialogActs>
    </Dialog>
  )
}
