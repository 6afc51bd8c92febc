import type { BucketId } from '@shared/ids'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../../app/ask'
import { useView } from '../../app/view'
import { IconButton } from '../../ui/button'
import { useFind } from './find'

/** Finds what the conversation, or the open thread, says letter by letter. Enter goes back in time, as the newest comes first. */
export function FindBar({ thread }: { thread: BucketId | null }) {
  const { t } = useTranslation()
  const { query, asked, write, hide } = useFind()
  const jumpTo = useView((view) => view.jumpTo)
  const field = useRef<HTMLInputElement>(null)
  const wanted = useDeferredValue(query.trim())
  const found = useQuery({
    ...asking('conversation.find', { query: wanted, ...(thread ? { bucketId: thread } : {}) }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const hits = wanted === '' ? [] : (found.data?.hits ?? [])
  // counted from the newest, which stays where it is while older ones come to mind
  const [fromEnd, setFromEnd] = useState<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words, another count
  useEffect(() => setFromEnd(null), [wanted, thread])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it is asked for
  useEffect(() => field.current?.select(), [asked])

  const go = (step: 1 | -1): void => {
    if (hits.length === 0) return
    const next = fromEnd === null ? 0 : (fromEnd + step + hits.length) % hits.length
    setFromEnd(next)
    const hit = hits[hits.length - 1 - next]
    if (hit) jumpTo(hit.messageId, { start: hit.start, end: hit.end }, thread)
  }
  const close = (): void => {
    hide()
    document.getElementById('composer')?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') go(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const count =
    wanted === ''
      ? ''
      : hits.length === 0
        ? found.isFetching
          ? ''
          : t('find.none')
        : fromEnd === null
          ? t('find.count', { count: hits.length })
          : t('find.of', { index: hits.length - fromEnd, all: hits.length })
  return (
    <search
      aria-label={t('find.label')}
      className="flex h-11 flex-none items-center gap-1 border-b border-line pe-3 ps-5 max-[720px]:ps-3"
    >
      <input
        ref={field}
        value={query}
        maxLength={200}
        dir="auto"
        aria-label={t(thread ? 'find.inThread' : 'find.inAll')}
        placeholder={t(thread ? 'find.inThread' : 'find.inAll')}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-7 min-w-0 flex-1 bg-transparent outline-none"
      />
      <span role="status" className="flex-none px-1 text-meta text-faint tabular">
        {count}
      </span>
      <IconButton label={t('find.older')} disabled={hits.length === 0} onClick={() => go(1)}>
        <ChevronUp />
      </IconButton>
      <IconButton label={t('find.newer')} disabled={hits.length === 0} onClick={() => go(-1)}>
        <ChevronDown />
      </IconButton>
      <IconButton label={t('find.close')} onClick={close}>
        <X />
      </IconButton>
    </search>
  )
}
