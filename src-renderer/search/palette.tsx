import { memoryId } from '@shared/ids'
import { parseSearchQuery } from '@shared/search-query'
import { Command } from 'cmdk'
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useToday } from '../app/today'
import { useView } from '../app/view'
import { useBucketActs } from '../buckets/use-bucket-acts'
import { useBucketMap } from '../buckets/use-buckets'
import { useBranchChoice } from '../chat/branch-choice'
import { useDrafts } from '../chat/composer/draft'
import { readLine } from '../chat/composer/slash'
import { useCommandLine } from '../chat/composer/use-command-line'
import { usePortion } from '../transfer/use-portion'
import { Dialog } from '../ui/dialog'
import { Trouble } from '../ui/trouble'
import { FilterChips } from './filter-chips'
import { filterCompletions, namesAuthor } from './filter-completions'
import { FoundActs, portionOf } from './found-acts'
import { usePaletteActions } from './palette-actions'
import { type HitOrder, PALETTE_SCOPES, type PaletteEntry, type PaletteScope, paletteGroups } from './palette-groups'
import { BucketItem, Group, HitItem, Item } from './palette-items'
import { ScopeBar } from './scope-bar'
import { useAuthors, useSearch } from './use-search'

const nothingElse = (): void => undefined

const isMarked = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && target.selectionStart !== target.selectionEnd

/** Everything by name, and everything that was said. Enter does it or goes there; on a bucket Ctrl and Enter pins it. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  /** What an input method is still putting together is no word yet: it is not searched for. */
  const [composing, setComposing] = useState(false)
  const [settled, setSettled] = useState('')
  const wanted = useDeferredValue(settled)
  const [scope, setScope] = useState<PaletteScope>('all')
  const [selected, setSelected] = useState('')
  const buckets = useBucketMap()
  const actions = usePaletteActions()
  const acts = useBucketActs()
  const portion = usePortion()
  const look = useBranchChoice((choice) => choice.look)
  const commands = useCommandLine(nothingElse)
  const view = useView()
  const thread = view.bucket ?? 'everything'
  const fill = useDrafts((drafts) => drafts.fill)
  const search = useSearch(wanted, scope, selected)
  const [order, setOrder] = useState<HitOrder>('best')
  const today = useToday()
  const filters = useMemo(() => parseSearchQuery(wanted, today).filters, [wanted, today])
  const authors = useAuthors(namesAuthor(wanted))
  const completions = useMemo(
    () => filterCompletions(wanted, { buckets: buckets.values(), authors, today }),
    [wanted, buckets, authors, today],
  )
  const groups = useMemo(
    () =>
      paletteGroups({
        typed: wanted,
        scope,
        line: readLine(wanted),
        buckets: buckets.values(),
        actions,
        hits: search.hits,
        bucketHits: search.buckets,
        completions,
        nearest: search.nearest,
        order,
      }),
    [wanted, scope, buckets, actions, search.hits, search.buckets, completions, search.nearest, order],
  )
  const entries = groups.flatMap((group) => group.entries)
  const chosen = entries.find((entry) => entry.value === selected) ?? entries[0]
  const write = (text: string, done: boolean): void => {
    setTyped(text)
    if (!done) return
    setSettled(text)
    setSelected('')
  }
  const leaveTo = (act: () => void): void => {
    onClose()
    act()
  }
  const openMemory = (id: string): void =>
    leaveTo(() => {
      view.showTab('memory')
      view.open({ kind: 'memory', memory: memoryId.parse(id) })
    })
  const enter = (entry: PaletteEntry): void => {
    switch (entry.kind) {
      case 'run':
        leaveTo(() => commands.run(entry.line))
        break
      case 'bucket':
        view.openBucket(entry.bucket.id)
        break
      case 'action':
        leaveTo(entry.action.run)
        break
      case 'command':
        leaveTo(() => fill(thread, `/${entry.name} `))
        break
      case 'filter':
        write(entry.completion.line, true)
        break
      case 'hit':
        if (entry.hit.kind === 'memory') openMemory(entry.hit.id)
        else if (entry.hit.messageId && entry.hit.onOtherBranch) {
          look(entry.hit.messageId, entry.hit.id)
          view.jumpTo(entry.hit.messageId, null)
        } else if (entry.hit.messageId) view.jumpTo(entry.hit.messageId, entry.hit.place)
        else if (entry.hit.bucketId) view.openBucket(entry.hit.bucketId)
    }
  }
  const part = chosen ? portionOf(chosen) : null
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const step = event.altKey ? { ArrowRight: 1, ArrowLeft: -1 }[event.key] : undefined
    if (step !== undefined) {
      event.preventDefault()
      const at = PALETTE_SCOPES.indexOf(scope)
      setScope(PALETTE_SCOPES.at((at + step) % PALETTE_SCOPES.length) ?? 'all')
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      if (chosen?.kind === 'bucket') leaveTo(() => acts.togglePin(chosen.bucket))
    } else if (part && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      // Words that are marked in the field are copied as everywhere.
      if (event.key === 'c' && !isMarked(event.target)) {
        event.preventDefault()
        portion.copy(part)
      } else if (event.key === 's') {
        event.preventDefault()
        portion.save(part)
      }
    }
  }
  return (
    <Dialog title={t('palette.title')} width={680} place="top" bare onClose={onClose}>
      <Command
        label={t('palette.title')}
        shouldFilter={false}
        loop
        value={chosen?.value ?? ''}
        onValueChange={setSelected}
        onKeyDown={onKeyDown}
        className="flex min-h-0 flex-col"
      >
        <Command.Input
          autoFocus
          value={typed}
          onValueChange={(text) => write(text, !composing)}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={(event) => {
            setComposing(false)
            write(event.currentTarget.value, true)
          }}
          placeholder={t('palette.placeholder')}
          className="flex-none border-b border-line bg-transparent px-4 py-3 text-title outline-none"
        />
        <FilterChips
          filters={filters}
          onRemove={({ start, end }) => write((wanted.slice(0, start) + wanted.slice(end)).replace(/\s+/gu, ' '), true)}
        />
        <ScopeBar scope={scope} onScope={setScope} order={order} onOrder={setOrder} searching={search.searching} />
        <Command.List
          label={t('palette.title')}
          className="max-h-[min(480px,60vh,calc(86vh-150px))] min-h-[52px] scroll-py-2 overflow-y-auto pb-2"
        >
          {groups.map((group) => (
            <Group key={group.name} heading={t(`palette.${group.name}`)}>
              {group.entries.map((entry) => (
                <Entry key={entry.value} entry={entry} selected={entry === chosen} onSelect={() => enter(entry)} />
              ))}
            </Group>
          ))}
          {search.error ? <Trouble error={search.error} onRetry={search.retry} /> : null}
          {search.nothing ? (
            <p className="px-4 pt-3 pb-1 text-list text-faint [overflow-wrap:anywhere]" dir="auto">
              {t('palette.nothingSaid', { text: wanted.trim() })}
            </p>
          ) : entries.length === 0 && !search.searching && !search.error ? (
            <p className="px-4 pt-3 pb-1 text-list text-faint">{t('palette.typeToSearch')}</p>
          ) : null}
        </Command.List>
        {part ? <FoundActs part={part} portion={portion} /> : null}
        <p className="hidden flex-none flex-wrap gap-x-4 gap-y-0.5 border-t border-line px-4 py-2 text-meta text-faint min-[720px]:flex [&>*]:whitespace-nowrap">
          <span>{t('palette.help.choose')}</span>
          <span>{t('palette.help.enter')}</span>
          <span>{t('palette.help.scope')}</span>
          <span>{t('palette.help.filters')}</span>
          <span className="ms-auto">{t('palette.help.archived')}</span>
        </p>
      </Command>
    </Dialog>
  )
}

interface EntryProps {
  entry: PaletteEntry
  selected: boolean
  onSelect: () => void
}

function Entry({ entry, selected, onSelect }: EntryProps) {
  const { t } = useTranslation()
  const { value } = entry
  switch (entry.kind) {
    case 'run':
      return (
        <Item value={value} onSelect={onSelect}>
          {entry.line.kind === 'own' ? t(`command.${entry.line.command}`) : entry.line.line}
        </Item>
      )
    case 'bucket':
      return (
        <BucketItem
          value={value}
          bucket={entry.bucket}
          snippet={entry.snippet}
          selected={selected}
          onSelect={onSelect}
        />
      )
    case 'action':
      return (
        <Item value={value} hint={entry.action.hint} onSelect={onSelect}>
          {entry.action.label}
        </Item>
      )
    case 'hit':
      return <HitItem value={value} hit={entry.hit} follows={entry.follows} onSelect={onSelect} />
    case 'filter':
      return (
        <Item value={value} onSelect={onSelect}>
          {entry.completion.filter}
        </Item>
      )
    case 'command':
      return (
        <Item value={value} hint={`/${entry.usage}`} onSelect={onSelect}>
          {t(`command.${entry.name}`)}
        </Item>
      )
  }
}
