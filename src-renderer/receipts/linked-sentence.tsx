import type { ReceiptView } from '@shared/domain'
import type { BucketId } from '@shared/ids'
import { useTranslation } from 'react-i18next'
import { useView } from '../app/view'
import { type BucketMap, resolveBucket, useBucketMap } from '../buckets/use-buckets'
import { Button } from '../ui/button'

/** A part of a sentence; with a bucket it leads there. */
export interface Part {
  text: string
  bucket: BucketId | null
}

/**
 * The sentence in parts: a name in quotation marks leads to the bucket of the act that is called so now, or, if the act is
 * about one bucket only, to that one, whatever it was called then. What is quoted in the reason, behind the colon, is what somebody
 * said, unless a bucket is called so.
 */
export function partsOf(sentence: string, of: readonly BucketId[], buckets: BucketMap): Part[] {
  const known = of.flatMap((id) => resolveBucket(buckets, id) ?? [])
  const only = new Set(known.map(({ id }) => id)).size === 1 ? (known[0]?.id ?? null) : null
  let isReason = false
  return sentence.split(/(“[^”]+”|„[^“]+“|「[^」]+」)/u).flatMap((text): Part[] => {
    if (text === '') return []
    if (!/^[“„「]/u.test(text)) {
      isReason ||= /[:：]/u.test(text)
      return [{ text, bucket: null }]
    }
    const named = known.find(({ title }) => title === text.slice(1, -1))?.id ?? null
    return [{ text, bucket: named ?? (isReason ? null : only) }]
  })
}

interface LinkedSentenceProps {
  sentence: string
  receipt: ReceiptView
}

/** What an act says of itself; what it speaks of opens at a press. */
export function LinkedSentence({ sentence, receipt }: LinkedSentenceProps) {
  const { t } = useTranslation()
  const buckets = useBucketMap()
  const openBucket = useView((view) => view.openBucket)
  const showTab = useView((view) => view.showTab)
  if (MEMORIES.has(receipt.kind))
    return (
      <>
        {sentence}{' '}
        <Button tone="link" onClick={() => showTab('memory')}>
          {t('receipt.openMemory')}
        </Button>
      </>
    )
  return partsOf(sentence, receipt.buckets, buckets).map(({ text, bucket }, at) =>
    bucket === null ? (
      text
    ) : (
      // a real button is a box of its own and would tear the sentence into lines
      // biome-ignore lint/a11y/useSemanticElements: see above
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence never move
        key={at}
        role="button"
        tabIndex={0}
        aria-label={t('bucket.openThread', { title: text.slice(1, -1) })}
        onClick={() => openBucket(bucket)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return
          event.preventDefault()
          openBucket(bucket)
        }}
        className="rounded-sm text-start underline decoration-line underline-offset-2 transition-colors [overflow-wrap:anywhere] hover:text-ink hover:decoration-current"
      >
        {text}
      </span>
    ),
  )
}

const MEMORIES: ReadonlySet<ReceiptView['kind']> = new Set(['consolidate_memories', 'end_memory'])
