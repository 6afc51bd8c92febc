import { commandUsage } from '@shared/commands'
import type { BucketView } from '@shared/domain'
import { Command } from 'cmdk'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keyName } from '../app/hotkeys'
import { useAct } from '../app/use-act'
import { useView } from '../app/view'
import { Dot } from '../buckets/dot'
import { useBucketActs, useToldOutcome } from '../buckets/use-bucket-acts'
import { useBucketMap } from '../buckets/use-buckets'
import { useDrafts } from '../chat/composer/draft'
import { readLine } from '../chat/composer/slash'
import { Dialog } from '../ui/dialog'
import { usePaletteActions } from './palette-actions'
import { rankActions, rankBuckets } from './rank'

/** Everything by name: actions, buckets, slash commands. Enter does it; on a bucket Ctrl and Enter pins it. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed)
  const buckets = useBucketMap()
  const actions = usePaletteActions()
  const acts = useBucketActs()
  const told = useToldOutcome()
  const line = useAct('buckets.line', told)
  const openBucket = useView((view) => view.openBucket)
  const thread = useView((view) => view.bucket) ?? 'everything'
  const fill = useDrafts((drafts) => drafts.fill)
  const [selected, setSelected] = useState('')
  const hits = useMemo(() => rankBuckets(buckets.values(), wanted), [buckets, wanted])
  const doing = useMemo(() => rankActions(actions, wanted), [actions, wanted])
  const commands = useMemo(
    () => [...commandUsage].filter(([name]) => wanted === '' || name.includes(wanted.replace(/^\//, '').toLowerCase())),
    [wanted],
  )
  const written = readLine(typed)
  const values = [
    ...(written.kind === 'bucket' ? ['run'] : []),
    ...hits.map((bucket) => `bucket ${bucket.id}`),
    ...doing.map((action) => action.id),
    ...commands.map(([name]) => `command ${name}`),
  ]
  const shown = values.includes(selected) ? selected : (values[0] ?? '')
  const leaveTo = (act: () => void): void => {
    onClose()
    act()
  }
  const pinSelected = (): void => {
    const bucket = hits.find((hit) => `bucket ${hit.id}` === shown)
    if (bucket) leaveTo(() => acts.togglePin(bucket))
  }
  return (
    <Dialog title={t('palette.title')} width={640} place="top" bare onClose={onClose}>
      <Command
        label={t('palette.title')}
        shouldFilter={false}
        loop
        value={shown}
        onValueChange={setSelected}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.stopPropagation()
          pinSelected()
        }}
        className="flex min-h-0 flex-col"
      >
        <Command.Input
          autoFocus
          value={typed}
          onValueChange={setTyped}
          placeholder={t('palette.placeholder')}
          className="flex-none border-b border-line bg-transparent px-4 py-3 text-[15px] outline-none"
        />
        <Command.List className="max-h-[min(440px,60vh)] overflow-y-auto pb-2">
          <Command.Empty className="px-4 py-4 text-list text-faint">{t('palette.nothing')}</Command.Empty>
          {written.kind === 'bucket' ? (
            <Group heading={t('palette.run')}>
              <Item value="run" onSelect={() => leaveTo(() => line.mutate({ line: written.line }))}>
                {written.line}
              </Item>
            </Group>
          ) : null}
          {hits.length > 0 ? (
            <Group heading={t('palette.buckets')}>
              {hits.map((bucket) => (
                <BucketItem
                  key={bucket.id}
                  bucket={bucket}
                  selected={shown === `bucket ${bucket.id}`}
                  onSelect={() => openBucket(bucket.id)}
                />
              ))}
            </Group>
          ) : null}
          {doing.length > 0 ? (
            <Group heading={t('palette.actions')}>
              {doing.map((action) => (
                <Item key={action.id} value={action.id} hint={action.hint} onSelect={() => leaveTo(action.run)}>
                  {action.label}
                </Item>
              ))}
            </Group>
          ) : null}
          {commands.length > 0 ? (
            <Group heading={t('palette.commands')}>
              {commands.map(([name, usage]) => (
                <Item
                  key={name}
                  value={`command ${name}`}
                  hint={`/${usage}`}
                  onSelect={() => leaveTo(() => fill(thread, `/${name} `))}
                >
                  {t(`command.${name}`)}
                </Item>
              ))}
            </Group>
          ) : null}
        </Command.List>
      </Command>
    </Dialog>
  )
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-4 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-meta [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-faint"
    >
      {children}
    </Command.Group>
  )
}

const ROW = 'mx-2 flex h-8 items-center gap-2.5 rounded-[7px] px-2 text-[13.5px] data-[selected=true]:bg-hover'

interface ItemProps {
  value: string
  hint?: string | undefined
  onSelect: () => void
  children: ReactNode
}

function Item({ value, hint, onSelect, children }: ItemProps) {
  return (
    <Command.Item value={value} onSelect={onSelect} className={ROW}>
      <span className="min-w-0 truncate">{children}</span>
      {hint ? <span className="ml-auto flex-none text-meta text-faint">{hint}</span> : null}
    </Command.Item>
  )
}

function BucketItem({ bucket, selected, onSelect }: { bucket: BucketView; selected: boolean; onSelect: () => void }) {
  const { t } = useTranslation()
  const keys = { pin: keyName('Enter') }
  return (
    <Command.Item value={`bucket ${bucket.id}`} onSelect={onSelect} className={ROW}>
      <Dot bucket={bucket.id} ring={bucket.status === 'ephemeral'} />
      <span className="min-w-0 flex-1 truncate" dir="auto">
        {bucket.title}
      </span>
      <span className="flex flex-none gap-2.5 text-meta text-faint tabular">
        {bucket.status === 'archived' ? <span>{t('bucket.isArchived')}</span> : null}
        <span>{t('count.messages', { count: bucket.messages })}</span>
        {selected ? <span>{t(bucket.pinned ? 'palette.keysPinned' : 'palette.keys', keys)}</span> : null}
      </span>
    </Command.Item>
  )
}
