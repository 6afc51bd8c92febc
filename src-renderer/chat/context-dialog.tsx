import type { ContextView } from '@shared/contract/conversation'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { copyText } from '../app/copy'
import { fullTime, number, percent } from '../app/format'
import { useZone } from '../app/today'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'
import { Dialog, DialogActs } from '../ui/dialog'
import { keyboardScroll } from '../ui/keyboard-scroll'
import { Progress } from '../ui/progress'
import { Skeleton } from '../ui/skeleton'
import { say } from '../ui/toast-store'
import { Trouble } from '../ui/trouble'
import { wholePrompt } from './context-sections'
import { CopyButton } from './copy-button'
import { forgetSessionStart } from './session-start'
import { usePartWords } from './use-part-words'

/** “What does it see?”: everything the model is shown, part by part, with what each part costs. */
export function ContextDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const zone = useZone()
  const context = useQuery(asking('conversation.context', undefined))
  const restore = useAct('session.restore', () => {
    void context.refetch()
    void forgetSessionStart(client)
  })
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
          <Shares view={shown} />
          <div className="grid gap-1.5">
            {shown.sections.map((section, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two parts may bear one name; their order is the prompt's
              <Part key={index} section={section} />
            ))}
          </div>
        </>
      ) : null}
      <DialogActs>
        {shown ? <CopyAll text={wholePrompt(shown.sections)} /> : null}
        <Button disabled={restore.isPending} onClick={() => restore.mutate(undefined)}>
          {t('context.restore')}
        </Button>
      </DialogActs>
    </Dialog>
  )
}

type Section = ContextView['sections'][number]

/** How full it is, and what fills it. */
function Shares({ view }: { view: ContextView }) {
  const { t } = useTranslation()
  const part = usePartWords()
  const { sections, totalTokens, budgetTokens } = view
  return (
    <>
      <Progress value={budgetTokens > 0 ? totalTokens / budgetTokens : 0} label={t('context.budget')} />
      <p className="mt-1 mb-3 text-meta text-faint tabular">
        {t('context.used', { used: number(totalTokens), budget: number(budgetTokens) })}
        {totalTokens > 0
          ? `. ${t('context.most', {
              parts: largest(sections)
                .map((section) => `${part.title(section.name)} ${percent(section.tokens / totalTokens)}`)
                .join(', '),
            })}`
          : null}
      </p>
      {view.speed ? <Speed speed={view.speed} /> : null}
    </>
  )
}

/** How fast the newest reply came. */
function Speed({ speed }: { speed: NonNullable<ContextView['speed']> }) {
  const { t } = useTranslation()
  const { firstTokenMs, tokensPerSecond, evaluatedTokens } = speed
  return (
    <p className="-mt-2 mb-3 text-meta text-faint tabular">
      {[
        t('context.firstToken', { seconds: number(Math.round(firstTokenMs / 100) / 10) }),
        evaluatedTokens === null ? null : t('context.evaluated', { tokens: number(evaluatedTokens) }),
        tokensPerSecond === null ? null : t('context.rate', { rate: number(Math.round(tokensPerSecond * 10) / 10) }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}

const largest = (sections: readonly Section[]): Section[] =>
  [...sections].sort((a, b) => b.tokens - a.tokens).slice(0, 3)

function Part({ section }: { section: Section }) {
  const { t } = useTranslation()
  const part = usePartWords()
  const about = part.about(section.name)
  return (
    <details className="group rounded-xl border border-line">
      <summary className="flex min-h-9 items-center gap-3 rounded-xl px-3 py-1.5 text-list">
        <ChevronRight
          aria-hidden="true"
          className="size-3 flex-none text-faint transition-transform group-open:rotate-90"
        />
        <span className="min-w-0 flex-1">
          <span className="font-medium">{part.title(section.name)}</span>
          {about ? <span className="block text-meta text-faint">{about}</span> : null}
        </span>
        <span className="flex-none text-meta text-faint tabular">{t('count.tokens', { count: section.tokens })}</span>
      </summary>
      <div className="relative border-t border-line">
        <span className="absolute end-1.5 top-1.5 rounded-md bg-raised">
          <CopyButton text={section.text} />
        </span>
        <pre
          {...keyboardScroll}
          dir="auto"
          className="max-h-[40vh] overflow-auto py-2.5 ps-3 pe-10 font-mono text-meta leading-[1.5] [overflow-wrap:anywhere] whitespace-pre-wrap text-soft outline-offset-[-2px]"
        >
          {section.text}
        </pre>
      </div>
    </details>
  )
}

function CopyAll({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    <Button
      tone="quiet"
      className="me-auto"
      onClick={() => void copyText(text).then((done) => done && say(t('context.copied')))}
    >
      {t('context.copyAll')}
    </Button>
  )
}
