import type { MessageView } from '@shared/domain'
import { MoreHorizontal, RotateCcw } from 'lucide-react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { timeOf } from '../app/format'
import { useZone } from '../app/today'
import { Button, IconButton } from '../ui/button'
import { cx } from '../ui/cx'
import { Menu, RightClickMenu } from '../ui/menu'
import { CopyButton } from './copy-button'
import { FilingLine } from './filing-line'
import { LongText } from './long-text'
import { Markdown } from './markdown/markdown'
import { Thoughts } from './thoughts'
import { useMessageMenu } from './use-message-menu'
import { useRetry } from './use-retry'

/** A stored reply: its Markdown, where it was filed and why, and what can be done with it. */
export const Reply = memo(function Reply({ message }: { message: MessageView }) {
  const { t } = useTranslation()
  const zone = useZone()
  const entries = useMessageMenu(message)
  const retry = useRetry()
  const [menuOpen, setMenuOpen] = useState(false)
  const broken = message.status === 'complete' ? null : message.status
  const named = message.author !== 'assistant' && message.author !== ''
  const who = named ? message.author : t('message.assistant')
  return (
    <article
      aria-label={t('message.label', { who, time: timeOf(message.ts, zone) })}
      data-message={message.id}
      className="group"
    >
      {named ? (
        <span className="mb-1 block text-meta text-faint" dir="auto">
          {message.author}
        </span>
      ) : null}
      {message.thinking ? <Thoughts text={message.thinking} /> : null}
      <RightClickMenu label={t('message.menu')} entries={entries}>
        <div>
          <LongText text={message.text}>{(shown) => <Markdown text={shown} />}</LongText>
        </div>
      </RightClickMenu>
      {broken ? (
        <p className="mt-1.5 flex items-center gap-2 text-meta text-warn">
          {t(`message.${broken}`)}
          <Button tone="link" disabled={retry.busy} onClick={() => retry.ask(message.id)}>
            {t('message.askAgain')}
          </Button>
        </p>
      ) : null}
      <div className="mt-2 flex min-h-[26px] flex-wrap items-center gap-x-3 gap-y-1 text-meta text-faint">
        <FilingLine message={message} />
        <span
          className={cx(
            'ms-auto flex opacity-0 transition-opacity group-keyed:opacity-100 group-hover:opacity-100',
            menuOpen && 'opacity-100',
          )}
        >
          <CopyButton text={message.text} />
          {/* What a task posted answers no message that could be answered again. */}
          {named ? null : (
            <IconButton label={t('message.retry')} disabled={retry.busy} onClick={() => retry.ask(message.id)}>
              <RotateCcw />
            </IconButton>
          )}
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
      </div>
    </article>
  )
})
