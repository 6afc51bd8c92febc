import type { CommandPreview } from '@shared/contract/buckets'
import { ArrowLeftRight, ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ago } from '../app/format'
import { useNow } from '../app/today'
import { Dot } from './dot'

interface MergeSidesProps {
  preview: CommandPreview
  /** Absent where both sides go into a third. */
  onSwap?: (() => void) | undefined
}

/** What a merge is about: two buckets side by side, and under them the one they become, if it is another. */
export function MergeSides({ preview, onSwap }: MergeSidesProps) {
  const { t } = useTranslation()
  const [left, right, into] = preview.sides
  return (
    <div className="grid items-stretch gap-2 min-[560px]:grid-cols-[1fr_28px_1fr]">
      {left ? <Side side={left} /> : null}
      {onSwap ? (
        <button
          type="button"
          aria-label={t('merge.swap')}
          title={t('merge.swap')}
          onClick={onSwap}
          className="grid size-7 place-items-center self-center justify-self-center rounded-md text-faint transition-colors hover:bg-hover hover:text-ink"
        >
          <ArrowLeftRight className="size-4" />
        </button>
      ) : (
        <span />
      )}
      {right ? <Side side={right} /> : null}
      {into ? (
        <p className="col-span-full mt-1 flex min-w-0 items-center gap-2 text-list text-soft">
          <ArrowRight aria-hidden="true" className="size-4 flex-none text-faint" />
          {into.bucketId ? <Dot bucket={into.bucketId} /> : null}
          <b className="min-w-0 font-semibold text-ink [overflow-wrap:anywhere]" dir="auto">
            {into.title}
          </b>
          <span className="flex-none text-meta text-faint tabular">
            {into.bucketId ? t('count.messages', { count: into.messages }) : t('merge.isNew')}
          </span>
        </p>
      ) : null}
    </div>
  )
}

function Side({ side }: { side: CommandPreview['sides'][number] }) {
  const { t } = useTranslation()
  const now = useNow()
  return (
    <section
      aria-label={side.title}
      className="min-h-[120px] min-w-0 rounded-xl border border-line px-3 py-2.5 text-list"
    >
      <p className="flex items-center gap-2">
        {side.bucketId ? <Dot bucket={side.bucketId} /> : null}
        <b className="min-w-0 font-semibold [overflow-wrap:anywhere]" dir="auto">
          {side.title}
        </b>
      </p>
      <p className="mt-0.5 text-meta text-faint tabular">
        {t('count.messages', { count: side.messages })}
        {side.lastActive ? `, ${t('bucket.last', { when: ago(side.lastActive, now) })}` : null}
      </p>
      <ul className="mt-2 grid gap-1.5 text-soft">
        {side.samples.slice(0, 4).map((sample) => (
          <li key={sample} dir="auto" className="line-clamp-2 [overflow-wrap:anywhere]">
            “{sample}”
          </li>
        ))}
      </ul>
    </section>
  )
}
