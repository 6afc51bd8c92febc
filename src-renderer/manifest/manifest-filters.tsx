import type { RequestInput } from '@shared/contract'
import type { BucketId } from '@shared/ids'
import { CalendarDays, Tag, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { BucketPicker } from '../buckets/bucket-picker'
import { nameOf, useBucketMap } from '../buckets/use-buckets'
import { Button, IconButton } from '../ui/button'
import { cx } from '../ui/cx'
import { TextInput } from '../ui/field'
import { Popover } from '../ui/popover'

/** What narrows the tree. Dates are local calendar dates, both inclusive; '' where none was chosen. */
export interface ManifestFilter {
  text: string
  bucket: BucketId | null
  from: string
  to: string
}

export const NO_FILTER: ManifestFilter = { text: '', bucket: null, from: '', to: '' }

export const isNarrowed = (filter: ManifestFilter): boolean =>
  filter.text.trim() !== '' || filter.bucket !== null || filter.from !== '' || filter.to !== ''

type Query = RequestInput<'manifest.tree'>

/** What main is asked for. Dates the wrong way round mean the same stretch. */
export function queryOf(filter: ManifestFilter, depth: number): Query {
  const text = filter.text.trim()
  const swapped = filter.from !== '' && filter.to !== '' && filter.from > filter.to
  const [from, to] = swapped ? [filter.to, filter.from] : [filter.from, filter.to]
  return {
    depth,
    ...(text === '' ? {} : { filter: text }),
    ...(filter.bucket ? { bucketId: filter.bucket } : {}),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
  }
}

interface ManifestFiltersProps {
  filter: ManifestFilter
  onFilter: (filter: ManifestFilter) => void
}

/** A field to type into, and behind two signs the bucket and the days; what is chosen stands below, to be taken away. */
export function ManifestFilters({ filter, onFilter }: ManifestFiltersProps) {
  const { t } = useTranslation()
  const buckets = useBucketMap()
  const hasDays = filter.from !== '' || filter.to !== ''
  return (
    <div className="grid flex-none grid-cols-1 gap-1.5 px-3 pt-2 pb-1">
      <div className="flex items-center gap-0.5">
        <TextInput
          type="search"
          value={filter.text}
          maxLength={200}
          aria-label={t('manifest.filter')}
          placeholder={t('manifest.filter')}
          onChange={(event) => onFilter({ ...filter, text: event.target.value })}
          className="h-7! min-w-0 flex-1 border-transparent! bg-transparent! px-1.5! hover:bg-hover! focus:bg-raised!"
        />
        <Popover
          label={t('manifest.byBucket')}
          width={280}
          align="end"
          className="p-1.5!"
          trigger={
            <IconButton label={t('manifest.byBucket')} className={cx(filter.bucket && 'text-accent')}>
              <Tag />
            </IconButton>
          }
        >
          {(close) => (
            <BucketPicker
              oneOffs
              label={t('manifest.byBucket')}
              onPick={(bucket) => {
                onFilter({ ...filter, bucket: bucket.id })
                close()
              }}
            />
          )}
        </Popover>
        <Popover
          label={t('manifest.byDay')}
          width={240}
          align="end"
          trigger={
            <IconButton label={t('manifest.byDay')} className={cx(hasDays && 'text-accent')}>
              <CalendarDays />
            </IconButton>
          }
        >
          {() => <Days filter={filter} onFilter={onFilter} />}
        </Popover>
      </div>
      {filter.bucket || hasDays ? (
        <div className="flex flex-wrap gap-1.5">
          {filter.bucket ? (
            <Chosen remove={t('manifest.everyBucket')} onRemove={() => onFilter({ ...filter, bucket: null })}>
              {nameOf(buckets, filter.bucket)}
            </Chosen>
          ) : null}
          {hasDays ? (
            <Chosen remove={t('manifest.everyDay')} onRemove={() => onFilter({ ...filter, from: '', to: '' })}>
              {filter.from === '' || filter.to === ''
                ? t(filter.from === '' ? 'manifest.until' : 'manifest.since', { day: filter.from || filter.to })
                : t('manifest.between', { from: filter.from, to: filter.to })}
            </Chosen>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

function Days({ filter, onFilter }: ManifestFiltersProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-2">
      {(['from', 'to'] as const).map((end) => (
        <label key={end} htmlFor={`${id}-${end}`} className="contents text-list">
          <span className="text-soft">{t(`manifest.${end}`)}</span>
          <TextInput
            id={`${id}-${end}`}
            type="date"
            value={filter[end]}
            onChange={(event) => onFilter({ ...filter, [end]: event.target.value })}
            className="w-full tabular"
          />
        </label>
      ))}
      <Button
        tone="link"
        className="col-start-2 justify-self-end"
        onClick={() => onFilter({ ...filter, from: '', to: '' })}
      >
        {t('manifest.everyDay')}
      </Button>
    </div>
  )
}

function Chosen({ remove, onRemove, children }: { remove: string; onRemove: () => void; children: ReactNode }) {
  return (
    <span className="inline-flex h-[22px] max-w-full items-center gap-1 rounded-full bg-wash pe-0.5 ps-2 text-meta tabular">
      <span className="truncate" dir="auto">
        {children}
      </span>
      <button
        type="button"
        aria-label={remove}
        title={remove}
        onClick={onRemove}
        className="grid size-[18px] flex-none place-items-center rounded-full hover:bg-hover"
      >
        <X aria-hidden="true" className="size-3" />
      </button>
    </span>
  )
}
