import type { BucketId } from '@shared/ids'
import { useQuery } from '@tanstack/react-query'
import { ArrowUp, Paperclip, Square } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../../app/ask'
import { useAct } from '../../app/use-act'
import { useBucketMap } from '../../buckets/use-buckets'
import { IconButton } from '../../ui/button'
import { useRunningTurn } from '../turns'
import { useEditLast } from '../use-edit-last'
import { attach } from './attach'
import { BesideChips } from './beside-chips'
import { CompletionList, optionId } from './completion-list'
import { saveDrafts, type Thread, useDrafts } from './draft'
import { LearnSwitch } from './learn-switch'
import { type CompletionItem, complete, insertItem } from './slash'
import { TargetChip } from './target-chip'
import { useSend } from './use-send'

/** A paste longer than this becomes a chip beside the text: a field that holds megabytes cannot be typed in. */
const LONG_PASTE_CHARS = 40_000

/** Where a person writes. Enter sends, Shift and Enter breaks the line, a slash begins a command. */
export function Composer({ thread }: { thread: BucketId | null }) {
  const { t } = useTranslation()
  const place: Thread = thread ?? 'everything'
  const text = useDrafts((drafts) => drafts.texts[place] ?? '')
  const put = useDrafts((drafts) => drafts.put)
  const write = useDrafts((drafts) => drafts.write)
  const paste = useDrafts((drafts) => drafts.paste)
  const send = useSend(thread)
  const running = useRunningTurn()
  const field = useRef<HTMLTextAreaElement>(null)
  const completion = useCompletion(text)
  const editLast = useEditLast(thread)
  const listId = useId()

  useEffect(() => {
    addEventListener('pagehide', saveDrafts)
    return () => removeEventListener('pagehide', saveDrafts)
  }, [])
  // the start, a thread that was opened, and a text that was put here: the next key belongs to the composer
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what happened, not what is used
  useEffect(() => {
    const box = field.current
    box?.focus({ preventScroll: true })
    box?.setSelectionRange(box.value.length, box.value.length)
  }, [place, put])

  const choose = (item: CompletionItem): void => {
    if (!completion.shown) return
    const { text: next, caret } = insertItem(text, completion.shown, item)
    write(place, next)
    completion.setCaret(caret)
    requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (completion.onKey(event, choose)) return
    if (event.key === 'ArrowUp' && text === '' && !running && editLast()) {
      event.preventDefault()
      return
    }
    if (event.key !== 'Enter' || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (!running) send.submit()
  }

  const items = completion.shown?.items ?? []
  const reason = running ? t('composer.replying') : send.reason
  return (
    <div className="relative mx-auto mt-2 mb-4 w-[calc(100%-48px)] max-w-[720px] flex-none max-[720px]:mb-2 max-[720px]:w-[calc(100%-16px)]">
      {items.length > 0 ? (
        <CompletionList id={listId} items={items} selected={completion.selected} onChoose={choose} />
      ) : null}
      <form
        aria-label={t('composer.form')}
        onSubmit={(event) => {
          event.preventDefault()
          if (!running) send.submit()
        }}
        className="rounded-2xl border border-line bg-raised px-3 pt-2.5 pb-2 shadow-float transition-colors focus-within:border-[color-mix(in_oklch,var(--accent)_45%,var(--line))]"
      >
        <BesideChips place={place} />
        <textarea
          ref={field}
          id="composer"
          rows={1}
          value={text}
          dir="auto"
          aria-label={t('composer.label')}
          aria-autocomplete="list"
          aria-controls={items.length > 0 ? listId : undefined}
          aria-activedescendant={items.length > 0 ? optionId(listId, completion.selected) : undefined}
          placeholder={t(thread ? 'composer.placeholderThread' : 'composer.placeholder')}
          onChange={(event) => {
            write(place, event.target.value)
            completion.setCaret(event.target.selectionStart)
          }}
          onSelect={(event) => completion.setCaret(event.currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            if (event.clipboardData.files.length > 0) {
              event.preventDefault()
              void attach(place, [...event.clipboardData.files])
              return
            }
            const pasted = event.clipboardData.getData('text/plain')
            if (pasted.length <= LONG_PASTE_CHARS) return
            event.preventDefault()
            paste(place, pasted)
          }}
          className="block max-h-[40vh] min-h-6 w-full resize-none bg-transparent outline-none [field-sizing:content]"
        />
        <div className="mt-2 flex items-center gap-2">
          <AttachButton place={place} />
          <TargetChip thread={thread} />
          <LearnSwitch />
          <Hint reason={text === '' ? null : reason} />
          {running ? (
            <StopButton />
          ) : (
            <button
              type="submit"
              aria-label={t('composer.send')}
              title={reason ?? t('composer.send')}
              disabled={reason !== null || send.busy}
              className="ms-auto grid size-[30px] flex-none place-items-center rounded-lg bg-accent text-on-accent transition-[opacity,filter] forced-colors:border hover:brightness-110 disabled:opacity-40"
            >
              <ArrowUp aria-hidden="true" className="size-4" />
            </button>
          )}
        </div>
      </form>
    </div>
  )
}

function StopButton() {
  const { t } = useTranslation()
  const running = useRunningTurn()
  const stop = useAct('conversation.stop')
  return (
    <button
      type="button"
      aria-label={t('composer.stop')}
      title={t('composer.stop')}
      disabled={stop.isPending}
      onClick={() => running && stop.mutate({ turnId: running.turnId })}
      className="ms-auto grid size-[30px] flex-none place-items-center rounded-lg border border-line text-ink transition-colors hover:bg-hover disabled:opacity-40"
    >
      <Square aria-hidden="true" className="size-3 fill-current" />
    </button>
  )
}

/** How sending works, until there is a reason why it does not; small windows lose the hint first. */
function Hint({ reason }: { reason: string | null }) {
  const { t } = useTranslation()
  return reason ? (
    <span role="status" className="min-w-0 text-meta text-faint">
      {reason}
    </span>
  ) : (
    <span className="hidden min-w-0 truncate text-meta text-faint min-[1100px]:inline">{t('composer.hint')}</span>
  )
}

/** Files from a dialog; a drop and a paste do the same. */
function AttachButton({ place }: { place: Thread }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('attach.label')}
        onChange={(event) => {
          void attach(place, [...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <IconButton label={t('attach.label')} onClick={() => input.current?.click()}>
        <Paperclip />
      </IconButton>
    </>
  )
}

/** The list of completions: shown where the caret stands in a command, put away by Escape until the text changes. */
function useCompletion(text: string) {
  const buckets = useBucketMap()
  const [caret, setCaret] = useState(0)
  const [selected, setSelected] = useState(0)
  const [dismissed, setDismissed] = useState<string | null>(null)
  const isCommand = text.startsWith('/')
  const { data: suggestions } = useQuery({ ...asking('suggestions.list', undefined), enabled: isCommand })
  const shown = useMemo(
    () => (isCommand && text !== dismissed ? complete(text, caret, buckets.values(), suggestions) : null),
    [isCommand, text, caret, buckets, suggestions, dismissed],
  )
  const count = shown?.items.length ?? 0
  const index = Math.min(selected, Math.max(0, count - 1))
  const onKey = (event: KeyboardEvent, choose: (item: CompletionItem) => void): boolean => {
    const item = shown?.items[index]
    if (!item || !shown) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    // Enter on a command that is already written out sends it; Tab always completes
    const takes = event.key === 'Tab' || (event.key === 'Enter' && item.insert.trim() !== text.slice(shown.from).trim())
    if (step === undefined && !takes && event.key !== 'Escape') return false
    event.preventDefault()
    event.stopPropagation()
    if (step !== undefined) setSelected((index + step + count) % count)
    else if (takes) choose(item)
    else setDismissed(text)
    if (takes) setSelected(0)
    return true
  }
  return { shown, selected: index, onKey, setCaret }
}
