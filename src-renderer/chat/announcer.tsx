import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LiveTurn } from './live-turns'
import { finishedUpTo, spoken } from './sentences'
import { useEnding, useLiveText, useRunningTurn } from './turns'

/**
 * Tells a screen reader what comes of a turn: a reply sentence by sentence, each once, instead of token by token. Without a model
 * nobody writes, so it says where the message was filed; a failure is told by the alert that shows it.
 */
export function Announcer() {
  const { t } = useTranslation()
  const running = useRunningTurn()
  const ending = useEnding()
  /** How far the reply was read aloud, in UTF-16 units. */
  const read = useRef(0)
  const text = (): string | null => {
    if (running) return null
    if (ending?.kind === 'filed')
      return t(ending.card.isNewBucket ? 'card.saidNew' : 'card.said', { title: ending.card.bucketTitle })
    if (ending?.kind !== 'reply') return null
    const rest = spoken(ending.text.slice(read.current))
    const end = t(ending.status === 'complete' ? 'message.finished' : `message.${ending.status}`)
    return read.current > 0 && rest !== '' ? `${rest} ${end}` : end
  }
  return (
    <div role="status" className="sr-only">
      {running && running.modelId !== null ? <Reading key={running.turnId} turn={running} read={read} /> : text()}
    </div>
  )
}

/** What was finished since it was read last; a sentence that still grows waits. */
function Reading({ turn, read }: { turn: LiveTurn; read: RefObject<number> }) {
  const { t, i18n } = useTranslation()
  const text = useLiveText(turn.turnId)
  const [words, setWords] = useState(() => t('message.writing'))
  useEffect(() => {
    read.current = 0
  }, [read])
  useEffect(() => {
    const upTo = finishedUpTo(text, read.current, i18n.language)
    if (upTo <= read.current) return
    const fresh = spoken(text.slice(read.current, upTo))
    read.current = upTo
    if (fresh !== '') setWords(fresh)
  }, [text, read, i18n.language])
  return words
}
