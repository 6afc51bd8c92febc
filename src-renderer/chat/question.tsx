import type { MessageView } from '@shared/domain'
import { splitAttachments } from '@shared/text/attachments'
import { MoreHorizontal } from 'lucide-react'
import { memo, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullTime, timeOf } from '../app/format'
import { useZone } from '../app/today'
import { Button, IconButton } from '../ui/button'
import { cx } from '../ui/cx'
import { Menu, RightClickMenu } from '../ui/menu'
import { Attached } from './attached'
import { EditMessage } from './edit-message'
import { useEditing } from './editing'
import { FilingLine, MessageTime } from './filing-line'
import { LongText } from './long-text'
import { useMessageMenu } from './use-message-menu'
import { useRetry } from './use-retry'
import { WhyPopover } from './why-popover'

interface QuestionProps {
  message: MessageView
  /** Its bucket stands under it, because no reply is there to show it. */
  showsFiling: boolean
  unanswered: boolean
}

/** What a person wrote. Shown as it was written: a person's words are not markup. */
export const Question = memo(function Question({ message, showsFiling, unanswered }: QuestionProps) {
  const { t } = useTranslation()
  const zone = useZone()
  const entries = useMessageMenu(message)
  const retry = useRetry()
  const [menuOpen, setMenuOpen] = useState(false)
  const said = useMemo(() => splitAttachments(message.text, message.files), [message.text, message.files])
  const editing = useEditing((edit) => edit.messageId === message.id)
  const named = message.author !== 'user' && message.author !== ''
  const who = named ? message.author : t('message.you')
  return (
    <article
      aria-label={t('message.label', { who, time: timeOf(message.ts, zone) })}
      data-message={message.id}
      className="group grid justify-items-end"
    >
      {named ? (
        <span className="mb-1 text-meta text-faint" dir="auto">
          {message.author}
        </span>
      ) : null}
      <div className="flex w-full items-start justify-end gap-1.5">
        <span
          className={cx(
            'flex items-center gap-1.5 pt-1.5 text-meta text-faint opacity-0 transition-opacity',
            'group-keyed:opacity-100 group-hover:opacity-100',
            menuOpen && 'opacity-100',
          )}
        >
          {message.bucketId && !showsFiling ? (
            <WhyPopover messageId={message.id} className="whitespace-nowrap" />
          ) : null}
          <Menu
            label={t('message.menu')}
            entries={entries}
            onOpenChange={setMenuOpen}
            trigger={
              <IconButton label={t('message.menu')}>
                <MoreHorizontal />
              </IconButton>
            }
          />
        </span>
        {editing ? (
          <EditMessage message={message} />
        ) : (
          <RightClickMenu label={t('message.menu')} entries={entries}>
            <div
              title={fullTime(message.ts, zone)}
              className="max-w-[78%] rounded-[14px] rounded-br-sm bg-bubble px-3.5 py-2 [overflow-wrap:anywhere] whitespace-pre-wrap forced-colors:border"
              dir="auto"
            >
              <LongText text={said.text}>{(shown) => shown}</LongText>
            </div>
          </RightClickMenu>
        )}
      </div>
      {said.attachments.length > 0 ? <Attached attachments={said.attachments} /> : null}
      {showsFiling && message.bucketId ? null : (
        <span className="mt-1 text-meta text-faint empty:hidden">
          <MessageTime ts={message.ts} />
        </span>
      )}
      {showsFiling && message.bucketId ? (
        <div className="mt-2 flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-meta text-faint">
          <FilingLine message={message} />
        </div>
      ) : null}
      {unanswered ? (
        <p className="mt-2 flex items-center gap-2 text-meta text-faint">
          {t('message.unanswered')}
          <Button tone="link" disabled={retry.busy} onClick={() => retry.ask(message.id)}>
            {t('message.askAgain')}
          </Button>
        </p>
      ) : null}
    </article>
  )
})
