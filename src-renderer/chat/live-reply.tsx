import type { TurnId } from '@shared/ids'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'
import { useSlow } from '../ui/skeleton'
import type { LiveTurn } from './live-turns'
import { Markdown } from './markdown/markdown'
import { useLiveText, useLiveTurns } from './turns'
import { useRetry } from './use-retry'

interface LiveReplyProps {
  turnId: TurnId
  phase: LiveTurn['phase']
  failure: string | null
}

/** A reply while it is written, or what became of it. Only this row follows the stream. */
export const LiveReply = memo(function LiveReply({ turnId, phase, failure }: LiveReplyProps) {
  const { t } = useTranslation()
  const text = useLiveText(turnId)
  return (
    <article aria-label={t('message.assistant')} aria-busy={phase !== 'failed'}>
      {text ? <Markdown text={text} settled={phase === 'failed'} /> : null}
      {phase === 'failed' ? (
        <Failed turnId={turnId} failure={failure} />
      ) : (
        <div className="mt-2 flex min-h-[26px] items-center gap-3 text-meta text-faint">
          {text ? null : <Thinking />}
          <Stop turnId={turnId} />
        </div>
      )}
    </article>
  )
})

/** Said only once it takes a moment: an answer that comes at once needs no announcement. */
function Thinking() {
  const { t } = useTranslation()
  const slow = useSlow()
  return slow ? (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="size-1.5 animate-pulse-soft rounded-full bg-accent" />
      {t('message.writing')}
    </span>
  ) : null
}

function Stop({ turnId }: { turnId: TurnId }) {
  const { t } = useTranslation()
  const stop = useAct('conversation.stop')
  return (
    <Button tone="link" disabled={stop.isPending} onClick={() => stop.mutate({ turnId })}>
      {t('message.stop')}
    </Button>
  )
}

function Failed({ turnId, failure }: { turnId: TurnId; failure: string | null }) {
  const { t } = useTranslation()
  const retry = useRetry()
  const asked = useLiveTurns().find((turn) => turn.turnId === turnId)?.userMessageId
  return (
    <p role="alert" className="mt-1.5 flex flex-wrap items-center gap-x-2 text-list text-warn">
      {failure}
      {asked ? (
        <Button tone="link" disabled={retry.busy} onClick={() => retry.ask(asked)}>
          {t('message.askAgain')}
        </Button>
      ) : null}
    </p>
  )
}
