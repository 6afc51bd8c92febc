import type { MessageView } from '@shared/domain'
import { memo, type ReactNode } from 'react'
import { dayLabel } from '../app/format'
import { useToday } from '../app/today'
import { SessionReceipt } from '../receipts/session-receipt'
import { Branches, FoldedBranch } from './branches'
import { FiledCard } from './filed-card'
import { LiveReply } from './live-reply'
import { Question } from './question'
import { RememberedNote } from './remembered-note'
import { Reply } from './reply'
import type { Row } from './rows'
import { SegmentHeader } from './segment-header'
import { Selectable } from './selecting/selectable'
import { SessionRow } from './session-row'

/** One line of the conversation. */
export const ConversationRow = memo(function ConversationRow({ row }: { row: Row }) {
  switch (row.kind) {
    case 'day':
      return <Day date={row.date} />
    case 'receipt':
      return <SessionReceipt card={row.receipt} />
    case 'session':
      return <SessionRow session={row.session} />
    case 'segment':
      return <SegmentHeader segment={row.segment} />
    case 'question':
      return chosen(
        row.message,
        <Question message={row.message} showsFiling={row.showsFiling} unanswered={row.unanswered} />,
      )
    case 'reply':
      return chosen(row.message, <Reply message={row.message} />)
    case 'remembered':
      return <RememberedNote remembered={row.remembered} />
    case 'live':
      return <LiveReply turn={row.turn} />
    case 'folded':
      return <FoldedBranch at={row.at} />
    case 'card':
      return <FiledCard card={row.card} />
  }
})

const chosen = (message: MessageView, shown: ReactNode): ReactNode => (
  <Selectable message={message}>{branched(message, shown)}</Selectable>
)

const branched = (message: MessageView, shown: ReactNode): ReactNode =>
  message.branches === undefined ? shown : <Branches message={message}>{shown}</Branches>

function Day({ date }: { date: string }) {
  const today = useToday()
  return (
    <h2 className="text-center text-meta text-faint">
      <time dateTime={date}>{dayLabel(date, today)}</time>
    </h2>
  )
}
