import type { SummaryVersionView } from '@shared/contract/segments'
import type { BucketView } from '@shared/domain'
import { type BucketId, isMisc } from '@shared/ids'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { asking, keyOf } from '../app/ask'
import { fullTime, joined } from '../app/format'
import { useZone } from '../app/today'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'
import { DialogActs } from '../ui/dialog'
import { TextArea } from '../ui/field'
import { say } from '../ui/toast-store'
import { SummaryText } from './summary-text'
import { SummaryVersions } from './summary-versions'

interface BucketSummaryProps {
  bucket: BucketView
  /** What is being typed; null while nothing is edited. */
  typed: string | null
  onType: (typed: string | null) => void
}

/** The summary of a bucket, to be read, edited, made anew, and put back to what it was. */
export function BucketSummary({ bucket, typed, onType }: BucketSummaryProps) {
  const { t } = useTranslation()
  const zone = useZone()
  const { versions, write, regenerate } = useSummaryActs(bucket.id)
  const busy = write.isPending || regenerate.isPending
  // a day of filed-away one-offs lists what lies in it, and follows that
  const isOwn = !isMisc(bucket.id)
  const [newest] = versions
  if (typed !== null)
    return (
      <Editor
        text={typed}
        saved={bucket.summary}
        busy={busy}
        onType={onType}
        onSave={() => write.mutate({ bucketId: bucket.id, summary: typed }, { onSuccess: () => onType(null) })}
      />
    )
  return (
    <div className="grid gap-2">
      {bucket.summary ? <SummaryText text={bucket.summary} /> : <p className="text-soft">{t('summary.none')}</p>}
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-meta text-faint">
        {newest && newest.summary === bucket.summary ? (
          <span className="tabular">{joined([fullTime(newest.madeAt, zone), t(`summary.by.${newest.madeBy}`)])}</span>
        ) : null}
        {isOwn ? (
          <>
            <Button tone="link" disabled={busy} onClick={() => onType(bucket.summary)}>
              {t('summary.edit')}
            </Button>
            <Button
              tone="link"
              disabled={busy || bucket.messages === 0}
              onClick={() => regenerate.mutate({ bucketId: bucket.id })}
            >
              {t(regenerate.isPending ? 'summary.makingAnew' : 'summary.anew')}
            </Button>
          </>
        ) : null}
      </p>
      <SummaryVersions
        versions={versions}
        present={bucket.summary}
        busy={busy}
        {...(isOwn ? { onPutBack: putBack } : {})}
      />
    </div>
  )

  function putBack(version: SummaryVersionView): void {
    const when = fullTime(version.madeAt, zone)
    write.mutate(
      { bucketId: bucket.id, summary: version.summary },
      { onSuccess: () => say(t('summary.wasPutBack', { when })) },
    )
  }
}

/** Both acts answer all versions; the summary itself comes by the event that the bucket changed. */
function useSummaryActs(bucketId: BucketId) {
  const client = useQueryClient()
  const versions = useQuery({ ...asking('summaries.list', { bucketId }), gcTime: 0 }).data ?? []
  const keep = (now: SummaryVersionView[]): void => void client.setQueryData(keyOf('summaries.list', { bucketId }), now)
  return { versions, write: useAct('summaries.write', keep), regenerate: useAct('summaries.regenerate', keep) }
}

interface EditorProps {
  text: string
  saved: string
  busy: boolean
  onType: (typed: string | null) => void
  onSave: () => void
}

function Editor({ text, saved, busy, onType, onSave }: EditorProps) {
  const { t } = useTranslation()
  const id = useId()
  const changed = text.trim() !== saved.trim()
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !changed || busy) return
    event.preventDefault()
    onSave()
  }
  return (
    <div>
      <TextArea
        autoFocus
        dir="auto"
        value={text}
        maxLength={4000}
        aria-label={t('summary.label')}
        aria-describedby={id}
        className="max-h-[45vh] min-h-28 w-full leading-[1.5]"
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p id={id} className="mt-1 text-meta text-faint">
        {t('summary.hint')}
      </p>
      <DialogActs>
        <Button tone="quiet" onClick={() => onType(null)}>
          {t('common.cancel')}
        </Button>
        <Button tone="go" disabled={!changed || busy} onClick={onSave}>
          {t('summary.save')}
        </Button>
      </DialogActs>
    </div>
  )
}
