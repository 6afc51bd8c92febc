import type { BucketView } from '@shared/domain'
import { type BucketId, isMisc } from '@shared/ids'
import { Command } from 'cmdk'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BucketTitle } from './bucket-title'
import { Dot } from './dot'
import { matches, sectionOf } from './sections'
import { useBucketMap } from './use-buckets'

const MOST_SHOWN = 50

interface BucketPickerProps {
  label: string
  /** Left out of the list: a bucket cannot be merged into itself. */
  except?: BucketId | null
  /** Filed-away one-offs as well: to look for, since nothing can be put into them. */
  oneOffs?: boolean
  onPick: (bucket: BucketView) => void
  /** If given, a name nobody has yet can be picked as well. */
  onNew?: (title: string) => void
}

/** A list to type into: buckets by name, the ones that were active last first. */
export function BucketPicker({ label, except, oneOffs = false, onPick, onNew }: BucketPickerProps) {
  const { t } = useTranslation()
  const buckets = useBucketMap()
  const [typed, setTyped] = useState('')
  const [selected, setSelected] = useState('')
  const wanted = useDeferredValue(typed.trim())
  const hits = useMemo(
    () =>
      [...buckets.values()]
        .filter(
          (bucket) =>
            bucket.id !== except &&
            (oneOffs || !isMisc(bucket.id)) &&
            sectionOf(bucket) !== null &&
            matches(bucket, wanted),
        )
        .sort((a, b) => Date.parse(b.lastActive) - Date.parse(a.lastActive))
        .slice(0, MOST_SHOWN),
    [buckets, wanted, except, oneOffs],
  )
  const isNew = onNew !== undefined && wanted !== '' && !hits.some((bucket) => bucket.title === wanted)
  const values = [...hits.map((bucket): string => bucket.id), ...(isNew ? ['new'] : [])]
  const shown = values.includes(selected) ? selected : (values[0] ?? '')
  return (
    <Command label={label} shouldFilter={false} loop value={shown} onValueChange={setSelected} className="grid gap-1">
      <Command.Input
        autoFocus
        value={typed}
        onValueChange={setTyped}
        placeholder={t('bucket.pickPlaceholder')}
        className="h-8 w-full rounded-lg border border-line bg-paper px-2.5 text-list outline-none focus-visible:border-accent"
      />
      <Command.List label={t('bucket.list')} className="max-h-[264px] overflow-y-auto">
        <Command.Empty className="px-2.5 py-3 text-list text-faint">{t('bucket.noneFound')}</Command.Empty>
        {hits.map((bucket) => (
          <Command.Item
            key={bucket.id}
            value={bucket.id}
            onSelect={() => onPick(bucket)}
            className="flex h-[30px] items-center gap-2.5 rounded-md px-2.5 text-list data-[selected=true]:bg-hover"
          >
            <Dot bucket={bucket.id} ring={bucket.status === 'ephemeral'} />
            <BucketTitle bucket={bucket.id} title={bucket.title} className="flex-1" />
            <span className="text-meta text-faint tabular">{t('count.messages', { count: bucket.messages })}</span>
          </Command.Item>
        ))}
        {isNew ? (
          <Command.Item
            value="new"
            onSelect={() => onNew(wanted)}
            className="flex h-[30px] items-center gap-2.5 rounded-md px-2.5 text-list data-[selected=true]:bg-hover"
          >
            <span className="truncate">{t('bucket.makeNew', { title: wanted })}</span>
          </Command.Item>
        ) : null}
      </Command.List>
    </Command>
  )
}
