import type { MessageId, SegmentId } from '@shared/ids'
import { useTranslation } from 'react-i18next'
import { ask } from '../app/ask'
import { copyText } from '../app/copy'
import { useAct } from '../app/use-act'
import type { MenuEntry } from '../ui/menu'
import { say } from '../ui/toast-store'

/** A message or a segment, as Markdown to the clipboard or into a file. */
export function usePortionMenu(): (part: { segmentId: SegmentId } | { messageId: MessageId }) => MenuEntry[] {
  const { t } = useTranslation()
  const save = useAct('transfer.save')
  const copy = async (part: { segmentId: SegmentId } | { messageId: MessageId }): Promise<void> => {
    try {
      const { text } = await ask('transfer.text', part)
      if (await copyText(text)) say(t('portion.copied'))
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), { tone: 'error' })
    }
  }
  return (part) => [
    { label: t('portion.copy'), onSelect: () => void copy(part) },
    { label: t('portion.save'), onSelect: () => save.mutate(part) },
  ]
}
