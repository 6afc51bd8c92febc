import { useQuery } from '@tanstack/react-query'
import { ArrowUp, MessageCircleDashed, Square } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, asking } from '../../app/ask'
import { useAct } from '../../app/use-act'
import { Button } from '../../ui/button'
import { keyboardScroll } from '../../ui/keyboard-scroll'
import { NoticesSlot } from '../../ui/notices-slot'
import { say } from '../../ui/toast-store'
import { Markdown } from '../markdown/markdown'
import { isAtEnd } from '../stick'
import { type PassingTurn, usePassing } from './passing'

/** A chat that is neither filed, remembered, searched nor kept: plainly marked, and gone when it is closed. */
export function PassingChat({ turns }: { turns: readonly PassingTurn[] }) {
  const { t } = useTranslation()
  const { writing, failure, end } = usePassing()
  const box = useRef<HTMLElement>(null)
  const followed = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something was said
  useLayoutEffect(() => {
    if (box.current && followed.current) box.current.scrollTop = box.current.scrollHeight
  }, [turns, failure])
  const close = (): void => {
    void ask('passing.stop', undefined).catch((error: Error) => say(error.message, { tone: 'error' }))
    end()
  }
  return (
    <>
      <header className="flex min-h-12 flex-none flex-wrap items-center gap-x-2.5 gap-y-1 border-b-2 border-line border-dashed py-2 pe-3 ps-5 max-[720px]:ps-3">
        <MessageCircleDashed aria-hidden="true" className="size-4 flex-none text-accent" />
        <h1 className="flex-none font-semibold">{t('passing.title')}</h1>
        <p className="min-w-0 flex-1 basis-56 text-meta text-soft">{t('passing.text')}</p>
        <Button onClick={close}>{t('passing.close')}</Button>
      </header>
      <section
        ref={box}
        aria-label={t('passing.title')}
        {...keyboardScroll}
        onScroll={(event) => {
          followed.current = isAtEnd(event.currentTarget)
        }}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto px-6 outline-offset-[-2px] max-[720px]:px-4"
      >
        <div className="mx-auto mt-auto grid w-full max-w-[720px] gap-4 py-5">
          {turns.map((turn) => (
            <Turn key={turn.id} turn={turn} busy={turn.id === writing} />
          ))}
          {writing !== null && turns.at(-1)?.role === 'user' ? (
            <p role="status" className="text-meta text-faint">
              {t('message.writing')}
            </p>
          ) : null}
          {failure ? (
            <p role="alert" className="text-list text-warn">
              {failure}
            </p>
          ) : null}
        </div>
      </section>
      <NoticesSlot />
      <PassingComposer />
    </>
  )
}

function Turn({ turn, busy }: { turn: PassingTurn; busy: boolean }) {
  const { t } = useTranslation()
  return turn.role === 'user' ? (
    <article aria-label={t('message.you')} className="grid justify-items-end">
      <div
        dir="auto"
        className="max-w-[78%] rounded-[14px] rounded-br-sm border border-line border-dashed px-3.5 py-2 [overflow-wrap:anywhere] whitespace-pre-wrap"
      >
        {turn.text}
      </div>
    </article>
  ) : (
    <article aria-label={t('message.assistant')} aria-busy={busy}>
      <Markdown text={turn.text} settled={!busy} />
    </article>
  )
}

/** What is typed here is no draft: it goes with the chat. */
function PassingComposer() {
  const { t } = useTranslation()
  const { turns, writing, said, asked } = usePassing()
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const hasModel = useQuery(asking('models.status', undefined)).data?.chat.kind !== 'none'
  const send = useAct('passing.ask')
  const stop = useAct('passing.stop')
  useEffect(() => field.current?.focus(), [])
  const ready = text.trim() !== '' && writing === null && hasModel && !send.isPending
  const submit = (): void => {
    if (!ready) return
    const turn: PassingTurn = { id: crypto.randomUUID(), role: 'user', text: text.trim() }
    const id = crypto.randomUUID()
    said(turn)
    asked(id)
    setText('')
    const all = [...(turns ?? []), turn].filter((one) => one.text !== '')
    send.mutate(
      { id, turns: all.map((one) => ({ role: one.role, text: one.text })) },
      { onError: (error) => usePassing.getState().ended(id, error.message) },
    )
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.key !== 'Enter' || event.shiftKey || event.altKey) return
    event.preventDefault()
    submit()
  }
  return (
    <form
      aria-label={t('composer.form')}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="mx-auto mt-2 mb-4 w-[calc(100%-48px)] max-w-[720px] flex-none rounded-2xl border-2 border-line border-dashed bg-raised px-3 pt-2.5 pb-2 focus-within:border-[color-mix(in_oklch,var(--accent)_45%,var(--line))] max-[720px]:mb-2 max-[720px]:w-[calc(100%-16px)]"
    >
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        value={text}
        aria-label={t('passing.field')}
        placeholder={t('passing.field')}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="block max-h-[40vh] min-h-6 w-full resize-none bg-transparent outline-none [field-sizing:content]"
      />
      <div className="mt-2 flex items-center gap-2">
        <span role="status" className="min-w-0 text-meta text-faint">
          {hasModel ? t('passing.hint') : t('passing.noModel')}
        </span>
        {writing === null ? (
          <button
            type="submit"
            aria-label={t('composer.send')}
            disabled={!ready}
            className="ms-auto grid size-[30px] flex-none place-items-center rounded-lg bg-accent text-on-accent transition-[opacity,filter] hover:brightness-110 disabled:opacity-40 forced-colors:border"
          >
            <ArrowUp aria-hidden="true" className="size-4" />
          </button>
        ) : (
          <button
            type="button"
            aria-label={t('composer.stop')}
            disabled={stop.isPending}
            onClick={() => stop.mutate(undefined)}
            className="ms-auto grid size-[30px] flex-none place-items-center rounded-lg border border-line text-ink hover:bg-hover disabled:opacity-40"
          >
            <Square aria-hidden="true" className="size-3 fill-current" />
          </button>
        )}
      </div>
    </form>
  )
}
