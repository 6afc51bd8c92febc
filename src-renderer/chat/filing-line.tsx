import type { MessageView } from '@shared/domain'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { fullTime, joined, timeOf } from '../app/format'
import { useZone } from '../app/today'
import { useView } from '../app/view'
import { BucketChip } from '../buckets/chip'
import { resolveBucket, useBucketMap } from '../buckets/use-buckets'
import { NotesPopover } from './notes-popover'
import { useToolWords } from './tool-words'
import { WhyPopover } from './why-popover'

/** Under a message: its bucket, what else it touches, why, and what was remembered for it. Quiet, and all of it true. */
export function FilingLine({ message }: { message: MessageView }) {
  return (
    <>
      <MessageTime ts={message.ts} />
      {message.bucketId ? <BucketChip bucket={message.bucketId} /> : null}
      <Related message={message} />
      {message.bucketId ? <WhyPopover messageId={message.id} /> : null}
      <NotesPopover notes={message.recalled} />
      <UsedTools tools={message.tools} />
    </>
  )
}

/** The time of a message, where the person wants to see it. */
export function MessageTime({ ts }: { ts: string }) {
  const zone = useZone()
  const shown = useQuery(asking('settings.get', undefined)).data?.showTimes
  return shown ? (
    <time dateTime={ts} title={fullTime(ts, zone)} className="tabular">
      {timeOf(ts, zone)}
    </time>
  ) : null
}

/** What the model looked up by itself before it wrote this. */
function UsedTools({ tools }: { tools: readonly string[] }) {
  const { t } = useTranslation()
  const words = useToolWords()
  if (tools.length === 0) return null
  return <span title={t('tool.usedTitle')}>{joined(tools.map(words.used))}</span>
}

function Related({ message }: { message: MessageView }) {
  const { t } = useTranslation()
  const buckets = useBucketMap()
  const openBucket = useView((view) => view.openBucket)
  const related = message.relatedBuckets.flatMap((id) => resolveBucket(buckets, id) ?? [])
  return related
    .filter((bucket) => bucket.id !== message.bucketId)
    .map((bucket) => (
      <button
        key={bucket.id}
        type="button"
        onClick={() => openBucket(bucket.id)}
        className="max-w-[200px] truncate rounded-sm hover:text-ink hover:underline"
        dir="auto"
      >
        {t('message.also', { title: bucket.title })}
      </button>
    ))
}
