import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button'
import { cx } from '../ui/cx'
import { useSlow } from '../ui/skeleton'
import type { LiveTurn, ToolNow } from './live-turns'
import { Markdown } from './markdown/markdown'
import { useToolWords } from './tool-words'
import { useLiveText } from './turns'
import { useRetry } from './use-retry'

/** A reply while it is written, or what became of it. Only this row follows the stream. */
export const LiveReply = memo(function LiveReply({ turn }: { turn: LiveTurn }) {
  const { t } = useTranslation()
  const text = useLiveText(turn.turnId)
  const failed = turn.phase === 'failed'
  return (
    <article aria-label={t('message.assistant')} aria-busy={!failed}>
      {text ? <Markdown text={text} settled={failed} /> : null}
      {failed ? (
        <Failed turn={turn} />
      ) : (
        <div className="mt-2 flex min-h-[26px] items-center gap-3 text-meta text-faint">
          {turn.tool ? <UsingTool tool={turn.tool} /> : text ? null : <Thinking answers={turn.modelId !== null} />}
        </div>
      )}
    </article>
  )
})

/** What the model looks up just now, in its own words. */
function UsingTool({ tool }: { tool: ToolNow }) {
  const say = useToolWords()
  return (
    <span role="status" className="flex min-w-0 items-center gap-2">
      <span
        aria-hidden="true"
        className={cx('size-1.5 flex-none rounded-full bg-accent', tool.state === 'running' && 'animate-pulse-soft')}
      />
      <span className="truncate" dir="auto">
        {say.doing(tool)}
      </span>
    </span>
  )
}

/** Said only once it takes a moment: an answer that comes at once needs no announcement. */
function Thinking({ answers }: { answers: boolean }) {
  const { t } = useTranslation()
  const slow = useSlow()
  return slow ? (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="size-1.5 animate-pulse-soft rounded-full bg-accent" />
      {t(answers ? 'message.writing' : 'message.filing')}
    </span>
  ) : null
}

function Failed({ turn }: { turn: LiveTurn }) {
  const { t } = useTranslation()
  const retry = useRetry()
  const asked = turn.userMessageId
  return (
    <p role="alert" className="mt-1.5 flex flex-wrap items-center gap-x-2 text-list text-warn">
      {turn.failure}
      {asked ? (
        <Button tone="link" disabled={retry.busy} onClick={() => retry.ask(asked)}>
          {t('message.askAgain')}
        </Button>
      ) : null}
    </p>
  )
}
