import type { MessageView } from '@shared/domain'
import { splitAttachments, withAttachments } from '@shared/text/attachments'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'
import { placeMessage } from './conversation-query'
import { useEditing } from './editing'
import { useRunningTurn } from './turns'

/** A message edited where it stands. Enter sends it, Escape leaves it as it was. */
export function EditMessage({ message }: { message: MessageView }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { text, write, end } = useEditing()
  const { attachments } = splitAttachments(message.text, message.files)
  const running = useRunningTurn()
  const field = useRef<HTMLTextAreaElement>(null)
  const following = useQuery({ ...asking('conversation.following', { messageId: message.id }), gcTime: 0 })
  const edit = useAct('conversation.edit', (answer) => {
    end()
    placeMessage(client, answer.message)
    document.getElementById('composer')?.focus({ preventScroll: true })
  })
  useEffect(() => {
    const box = field.current
    box?.focus({ preventScroll: true })
    box?.setSelectionRange(box.value.length, box.value.length)
  }, [])
  const cancel = (): void => {
    end()
    document.getElementById('composer')?.focus({ preventScroll: true })
  }
  const ready = (text.trim() !== '' || attachments.length > 0) && !running && !edit.isPending
  const submit = (): void => {
    if (ready) edit.mutate({ messageId: message.id, text: withAttachments(text, attachments) })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      cancel()
    }
    if (event.key !== 'Enter' || event.shiftKey || event.altKey) return
    event.preventDefault()
    submit()
  }
  const count = following.data?.messages ?? 0
  return (
    <form
      className="w-[min(100%,560px)] rounded-[14px] border border-line bg-raised px-3.5 py-2 focus-within:border-[color-mix(in_oklch,var(--accent)_45%,var(--line))]"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        value={text}
        aria-label={t('message.editLabel')}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
        className="block max-h-[40vh] min-h-6 w-full resize-none bg-transparent outline-none [field-sizing:content]"
      />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-40 text-meta text-faint">
          {count === 0 ? t('message.editKeeps') : t('message.editTakes', { count })}
        </p>
        <Button tone="quiet" onClick={cancel}>
          {t('message.editCancel')}
        </Button>
        <Button type="submit" disabled={!ready}>
          {t('message.editSend')}
        </Button>
      </div>
    </form>
  )
}
