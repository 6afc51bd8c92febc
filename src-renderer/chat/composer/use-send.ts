import type { BucketId } from '@shared/ids'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keyOf } from '../../app/ask'
import { said } from '../../app/said/said'
import { useAct } from '../../app/use-act'
import { useView } from '../../app/view'
import { placeMessage } from '../conversation-query'
import { forgetSessionStart } from '../session-start'
import { filesBeside, useDrafts, wholeText } from './draft'
import { readLine } from './slash'
import { useCommandLine } from './use-command-line'

/** The contract's limit for one message, in characters. */
const MOST_CHARS = 10_000_000

export interface Sending {
  submit: () => void
  busy: boolean
  /** Why nothing can be sent just now; null if something can. */
  reason: string | null
}

/**
 * Sends what is in the composer: a message, or a slash command. The draft is cleared only once main has committed the
 * message, so that what could not be sent is still there.
 */
export function useSend(thread: BucketId | null): Sending {
  const { t } = useTranslation()
  const client = useQueryClient()
  const place = thread ?? 'everything'
  const text = useDrafts((drafts) => drafts.texts[place] ?? '')
  const pasted = useDrafts((drafts) => drafts.pasted[place])
  const isReading = useDrafts((drafts) => (drafts.reading[place] ?? 0) > 0)
  const target = useDrafts((drafts) => drafts.target)
  const clear = useDrafts((drafts) => drafts.clear)
  const learn = useDrafts((drafts) => drafts.learn)
  const setLearn = useDrafts((drafts) => drafts.setLearn)
  const { toEnd } = useView.getState()
  const message = useAct('conversation.send', (answer) => {
    clear(place)
    // it was for this one message
    setLearn(true)
    placeMessage(client, answer.message)
    toEnd()
    if (!answer.sessionStarted) return
    void client.invalidateQueries({ queryKey: keyOf('receipts.session', undefined) })
    void forgetSessionStart(client)
  })
  const commands = useCommandLine(() => clear(place))

  const whole = wholeText(text, pasted ?? [])
  // a command begins the text: what is typed after a space is a message
  const typed = pasted && pasted.length > 0 ? { kind: 'message' as const } : readLine(text)
  const files = filesBeside(pasted ?? [])
  const reason = isReading
    ? t('attach.reading')
    : whole === ''
      ? t('composer.nothing')
      : whole.length > MOST_CHARS
        ? t('composer.tooLong', { count: MOST_CHARS })
        : typed.kind === 'broken'
          ? typed.known
            ? said(typed.message)
            : `${said(typed.message)} ${t('composer.asText')}`
          : null
  const busy = message.isPending || commands.busy
  const submit = (): void => {
    if (reason !== null || busy) return
    const bucket = thread ?? target
    if (typed.kind === 'message')
      message.mutate({
        text: whole,
        ...(files.length > 0 ? { files } : {}),
        ...(bucket ? { bucketId: bucket } : {}),
        ...(learn ? {} : { learn }),
      })
    else if (typed.kind !== 'broken') commands.run(typed)
  }
  return { submit, busy, reason }
}
