import type { BranchMessageView, BranchView } from '@shared/contract/conversation'
import type { MessageView } from '@shared/domain'
import type { MessageId } from '@shared/ids'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { fullTime, timeOf } from '../app/format'
import { useZone } from '../app/today'
import { useAct } from '../app/use-act'
import { useToldAct } from '../buckets/use-bucket-acts'
import { Button, IconButton } from '../ui/button'
import { useBranchChoice } from './branch-choice'
import { LongText } from './long-text'
import { Markdown } from './markdown/markdown'
import { Thoughts } from './thoughts'
import { useRunningTurn } from './turns'

/**
 * A message where other branches begin: ‹ 1/3 › turns to them, in the order in which they came. Looking at one changes nothing:
 * it is marked, because only what is shown is filed, counted and sent to a model. From there it can be made what is shown.
 */
export function Branches({ message, children }: { message: MessageView; children: ReactNode }) {
  const looked = useBranchChoice((choice) => choice.looked[message.id] ?? null)
  const look = useBranchChoice((choice) => choice.look)
  const branches = useQuery({ ...asking('conversation.branches', { messageId: message.id }), enabled: looked !== null })
  const all = branches.data ?? []
  // the shown one stands among the others in the order in which they came
  const shownAt = message.branchesBefore ?? 0
  const other = looked === null ? -1 : all.findIndex((one) => one.messages.some(({ id }) => id === looked))
  const branch = all[other]
  const index = other < 0 ? shownAt : other < shownAt ? other : other + 1
  const { refetch } = branches
  const turn = async (to: number): Promise<void> => {
    const known = branches.data ?? (await refetch()).data ?? []
    look(message.id, to === shownAt ? null : (known[to < shownAt ? to : to - 1]?.messages[0]?.id ?? null))
  }
  return (
    <div className="grid gap-1.5">
      {branch === undefined || branch.follows ? children : null}
      {branch ? <OtherBranch branch={branch} at={message} /> : null}
      <Pager index={index} count={(message.branches ?? 0) + 1} end={message.role === 'user'} onTurn={turn} />
    </div>
  )
}

/** Where the branch that is shown goes on, while another one is looked at in its place. */
export function FoldedBranch({ at }: { at: MessageId }) {
  const { t } = useTranslation()
  const look = useBranchChoice((choice) => choice.look)
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-meta text-faint">
      <span>{t('branch.folded')}</span>
      <Button tone="link" onClick={() => look(at, null)}>
        {t('branch.back')}
      </Button>
    </p>
  )
}

interface PagerProps {
  index: number
  count: number
  /** At the side of a person's words. */
  end: boolean
  onTurn: (to: number) => Promise<void>
}

function Pager({ index, count, end, onTurn }: PagerProps) {
  const { t } = useTranslation()
  return (
    <nav
      aria-label={t('branch.label')}
      className={`flex items-center gap-0.5 text-meta text-faint tabular ${end ? 'justify-end' : ''}`}
    >
      <IconButton label={t('branch.previous')} disabled={index === 0} onClick={() => void onTurn(index - 1)}>
        <ChevronLeft />
      </IconButton>
      <span aria-live="polite">{t('branch.of', { index: index + 1, all: count })}</span>
      <IconButton label={t('branch.next')} disabled={index >= count - 1} onClick={() => void onTurn(index + 1)}>
        <ChevronRight />
      </IconButton>
    </nav>
  )
}

function OtherBranch({ branch, at }: { branch: BranchView; at: MessageView }) {
  const { t } = useTranslation()
  return (
    <section
      aria-label={t('branch.mark')}
      data-message={at.id}
      className="grid gap-3 rounded-xl border border-line border-dashed px-3.5 py-2.5"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-meta text-faint">
        <p className="min-w-0 flex-1 basis-52">{t('branch.text')}</p>
        {branch.follows ? null : <ShowInstead branch={branch.branch} />}
      </div>
      {branch.messages.map((one) => (
        <BranchMessage key={one.id} message={one} />
      ))}
    </section>
  )
}

/** Makes it the conversation: filing, counts and search follow. Said with its undo. */
function ShowInstead({ branch }: { branch: string }) {
  const { t } = useTranslation()
  const told = useToldAct()
  const running = useRunningTurn()
  const show = useAct('conversation.showBranch', ({ operationId }) =>
    told({ sentence: t('branch.shown'), operationId }),
  )
  return (
    <Button tone="link" disabled={running !== null || show.isPending} onClick={() => show.mutate({ branch })}>
      {t('branch.show')}
    </Button>
  )
}

function BranchMessage({ message }: { message: BranchMessageView }) {
  const { t } = useTranslation()
  const zone = useZone()
  const { role, author, ts, text, thinking } = message
  const who = author !== role && author !== '' ? author : t(role === 'user' ? 'message.you' : 'message.assistant')
  return (
    <article aria-label={t('message.label', { who, time: timeOf(ts, zone) })} className="grid gap-1">
      <p className="flex gap-2 text-meta text-faint">
        <span dir="auto">{who}</span>
        <time dateTime={ts}>{fullTime(ts, zone)}</time>
      </p>
      {thinking ? <Thoughts text={thinking} /> : null}
      {role === 'user' ? (
        <div className="whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
          <LongText text={text}>{(shown) => shown}</LongText>
        </div>
      ) : (
        <LongText text={text}>{(shown) => <Markdown text={shown} />}</LongText>
      )}
    </article>
  )
}
