import type { CommandPreview, SplitProposal } from '@shared/contract/buckets'
import type { BucketId, MessageId, SuggestionId } from '@shared/ids'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { useAct } from '../app/use-act'
import { Button, IconButton } from '../ui/button'
import { Dialog, DialogActs } from '../ui/dialog'
import { TextInput } from '../ui/field'
import { Skeleton } from '../ui/skeleton'
import { Trouble } from '../ui/trouble'
import { useToldOutcome } from './use-bucket-acts'
import { nameOf, useBucketMap } from './use-buckets'

export type Names = [first: string, second: string]

interface SplitDialogProps {
  source: BucketId
  /** The offer that is looked at, if it is one: it is settled by splitting. */
  suggestion?: SuggestionId | undefined
  onClose: () => void
}

/** Splitting: look at how it falls by itself, name both parts, have it divided by the names, move single messages, decide. */
export function SplitDialog({ source, suggestion, onClose }: SplitDialogProps) {
  const { t } = useTranslation()
  const title = nameOf(useBucketMap(), source)
  const [by, setBy] = useState<Names | null>(null)
  const proposal = useQuery({ ...asking('buckets.proposeSplit', { source }), gcTime: 0 })
  const dismiss = useAct('suggestions.dismiss')
  const settle = (): void => {
    if (suggestion) dismiss.mutate({ suggestionId: suggestion })
  }
  if (by)
    return (
      <Division source={source} title={title} names={by} onBack={() => setBy(null)} onDone={settle} onClose={onClose} />
    )
  if (proposal.data && proposal.data.refused === null)
    return (
      <Proposed
        source={source}
        title={title}
        proposal={proposal.data}
        onDivideBy={setBy}
        onDone={settle}
        onClose={onClose}
      />
    )
  return (
    <Dialog title={t('split.title', { source: title })} description={t('split.check')} width={760} onClose={onClose}>
      {proposal.isPending ? <Skeleton lines={6} label={t('common.loading')} /> : null}
      {proposal.isError ? <Trouble error={proposal.error} onRetry={() => void proposal.refetch()} /> : null}
      {proposal.data?.refused ? (
        <p role="alert" className="mt-3 text-list text-warn">
          {proposal.data.refused}
        </p>
      ) : null}
      <DialogActs>
        <Button tone="quiet" onClick={onClose}>
          {t('split.keep')}
        </Button>
      </DialogActs>
    </Dialog>
  )
}

interface ProposedProps {
  source: BucketId
  title: string
  proposal: SplitProposal
  /** Other names were written, and the messages are to be divided by them. */
  onDivideBy: (names: Names) => void
  onDone: () => void
  onClose: () => void
}

/** What it falls into by itself, each part with a name that may be written over. */
function Proposed({ source, title, proposal, onDivideBy, onDone, onClose }: ProposedProps) {
  const { t } = useTranslation()
  const [names, setNames] = useState<Names>(proposal.titles)
  const [moved, setMoved] = useState<ReadonlyMap<MessageId, 0 | 1>>(new Map())
  const told = useToldOutcome()
  const split = useAct('buckets.command', (answer) => {
    told(answer)
    onDone()
    onClose()
  })
  const division = proposal.division.map((entry) => ({ ...entry, side: moved.get(entry.messageId) ?? entry.side }))
  const [one, two] = [names[0].trim(), names[1].trim()]
  const named = one !== '' && two !== '' && one !== two
  const renamed = one !== proposal.titles[0] || two !== proposal.titles[1]
  const empty = division.every((entry) => entry.side === 0) || division.every((entry) => entry.side === 1)
  return (
    <Dialog title={t('split.title', { source: title })} description={t('split.proposed')} width={760} onClose={onClose}>
      <div className="grid gap-3 min-[620px]:grid-cols-2">
        {([0, 1] as const).map((side) => (
          <div key={side} className="grid min-w-0 gap-2">
            <label htmlFor={`split-name-${side}`} className="grid gap-1 text-list">
              <span className="text-soft">{t(side === 0 ? 'split.first' : 'split.second')}</span>
              <TextInput
                id={`split-name-${side}`}
                value={names[side]}
                dir="auto"
                onChange={(event) =>
                  setNames(side === 0 ? [event.target.value, names[1]] : [names[0], event.target.value])
                }
              />
            </label>
            <Part
              name={names[side]}
              other={names[side === 0 ? 1 : 0]}
              side={side}
              entries={division.filter((entry) => entry.side === side)}
              onMove={(id) => setMoved(new Map(moved).set(id, side === 0 ? 1 : 0))}
            />
          </div>
        ))}
      </div>
      <DialogActs>
        <Button tone="quiet" className="me-auto" disabled={!named || !renamed} onClick={() => onDivideBy([one, two])}>
          {t('split.byNames')}
        </Button>
        <Button tone="quiet" onClick={onClose}>
          {t('split.keep')}
        </Button>
        <Button
          tone="go"
          disabled={!named || empty || split.isPending}
          onClick={() =>
            split.mutate({
              kind: 'split',
              source,
              targets: [one, two],
              division: Object.fromEntries(division.map((entry) => [entry.messageId, entry.side])),
            })
          }
        >
          {t('split.confirm')}
        </Button>
      </DialogActs>
    </Dialog>
  )
}

interface DivisionProps {
  /** An id, or what was typed for the bucket. */
  source: string
  title: string
  names: Names
  /** To the names; absent where they were typed already. */
  onBack?: () => void
  onDone?: () => void
  onClose: () => void
}

/** The proposed division, to be corrected message by message, and the button that does it. */
export function Division({ source, title, names, onBack, onDone, onClose }: DivisionProps) {
  const { t } = useTranslation()
  const command = { kind: 'split' as const, source, targets: names }
  const preview = useQuery({ ...asking('buckets.preview', command), gcTime: 0 })
  const [moved, setMoved] = useState<ReadonlyMap<MessageId, 0 | 1>>(new Map())
  const told = useToldOutcome()
  const split = useAct('buckets.command', (answer) => {
    told(answer)
    onDone?.()
    onClose()
  })
  const division = (preview.data?.division ?? []).map((entry) => ({
    ...entry,
    side: moved.get(entry.messageId) ?? entry.side,
  }))
  const empty = division.every((entry) => entry.side === 0) || division.every((entry) => entry.side === 1)
  return (
    <Dialog title={t('split.title', { source: title })} description={t('split.check')} width={760} onClose={onClose}>
      {preview.isPending ? <Skeleton lines={6} label={t('common.loading')} /> : null}
      {preview.isError ? <Trouble error={preview.error} onRetry={() => void preview.refetch()} /> : null}
      {preview.data && preview.data.refused === null ? (
        <div className="grid gap-3 min-[620px]:grid-cols-2">
          {([0, 1] as const).map((side) => (
            <Part
              key={side}
              name={names[side]}
              other={names[side === 0 ? 1 : 0]}
              side={side}
              entries={division.filter((entry) => entry.side === side)}
              onMove={(id) => setMoved(new Map(moved).set(id, side === 0 ? 1 : 0))}
            />
          ))}
        </div>
      ) : null}
      {preview.data?.refused ? (
        <p role="alert" className="mt-3 text-list text-warn">
          {preview.data.refused}
        </p>
      ) : null}
      <DialogActs>
        {onBack ? (
          <Button tone="quiet" className="me-auto" onClick={onBack}>
            {t('common.back')}
          </Button>
        ) : null}
        <Button tone="quiet" onClick={onClose}>
          {t('split.keep')}
        </Button>
        <Button
          tone="go"
          disabled={!preview.data || preview.data.refused !== null || empty || split.isPending}
          onClick={() => split.mutate({ ...command, division: Object.fromEntries(moved) })}
        >
          {t('split.confirm')}
        </Button>
      </DialogActs>
    </Dialog>
  )
}

interface PartProps {
  name: string
  other: string
  side: 0 | 1
  entries: CommandPreview['division']
  onMove: (id: MessageId) => void
}

function Part({ name, other, side, entries, onMove }: PartProps) {
  const { t } = useTranslation()
  return (
    <section aria-label={name} className="min-w-0 rounded-xl border border-line">
      <p className="flex items-baseline gap-2 border-b border-line px-3 py-2 text-list">
        <b className="min-w-0 font-semibold [overflow-wrap:anywhere]" dir="auto">
          {name}
        </b>
        <span className="text-meta text-faint tabular">{t('count.messages', { count: entries.length })}</span>
      </p>
      <ul className="max-h-[38vh] overflow-y-auto py-1">
        {entries.map((entry) => (
          <li
            key={entry.messageId}
            className={`flex items-center gap-1 py-0.5 ps-3 pe-1.5 text-list text-soft ${side === 1 ? 'flex-row-reverse' : ''}`}
          >
            <span dir="auto" className="line-clamp-2 min-w-0 flex-1 [overflow-wrap:anywhere]">
              {entry.text}
            </span>
            <IconButton label={t('split.move', { name: other })} onClick={() => onMove(entry.messageId)}>
              {side === 0 ? <ArrowRight /> : <ArrowLeft />}
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
