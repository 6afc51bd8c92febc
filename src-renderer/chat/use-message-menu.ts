import type { MessageView } from '@shared/domain'
import { useTranslation } from 'react-i18next'
import { copyText } from '../app/copy'
import { useView } from '../app/view'
import { useSegmentActs } from '../manifest/use-segment-acts'
import { usePortion } from '../transfer/use-portion'
import type { MenuEntry } from '../ui/menu'
import { useEditing } from './editing'
import { useSelection } from './selecting/selection'
import { useRetry } from './use-retry'

/** What can be done with a message. Editing keeps what was said on another branch. */
export function useMessageMenu(message: MessageView): () => MenuEntry[] {
  const { t } = useTranslation()
  const open = useView((view) => view.open)
  const edit = useEditing((editing) => editing.begin)
  const retry = useRetry()
  const acts = useSegmentActs()
  const portion = usePortion()
  const again: MenuEntry[] =
    message.role === 'user'
      ? [null, { label: t('message.edit'), disabled: retry.busy, onSelect: () => edit(message) }]
      : // What a task posted answers no message that could be answered again.
        message.author === 'assistant'
        ? [null, { label: t('message.retry'), disabled: retry.busy, onSelect: () => retry.ask(message.id) }]
        : []
  return () => [
    { label: t('message.copy'), onSelect: () => void copyText(message.text) },
    ...portion.menu({ messageId: message.id }).slice(1),
    ...(message.segmentId ? [{ label: t('message.split'), onSelect: () => acts.split(message.id) }] : []),
    { label: t('message.move'), onSelect: () => open({ kind: 'move', messageIds: [message.id] }) },
    ...again,
    null,
    { label: t('select.begin'), onSelect: () => useSelection.getState().begin(message.id) },
    {
      label: t('erase.menu'),
      onSelect: () => open({ kind: 'erase', part: { messageId: message.id }, named: message.text.slice(0, 600) }),
    },
  ]
}
