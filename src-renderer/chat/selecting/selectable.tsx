import type { MessageView } from '@shared/domain'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx'
import { loadedOrder } from '../conversation-query'
import { useSelection } from './selection'

/** A message that can be chosen while messages are being chosen; with Shift, all from the last one to it. */
export function Selectable({ message, children }: { message: MessageView; children: ReactNode }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const selecting = useSelection((selection) => selection.chosen !== null)
  const chosen = useSelection((selection) => selection.chosen?.has(message.id) ?? false)
  const { toggle, reach } = useSelection.getState()
  if (!selecting) return children
  return (
    <div className="flex items-start gap-3">
      <input
        type="checkbox"
        checked={chosen}
        aria-label={t('select.message', { text: message.text.slice(0, 80) })}
        onChange={(event) => {
          const { shiftKey } = event.nativeEvent as MouseEvent
          if (shiftKey === true) reach(message.id, loadedOrder(client, message.id))
          else toggle(message.id)
        }}
        className="mt-1.5 size-4 flex-none accent-[var(--color-accent)]"
      />
      <div className={cx('min-w-0 flex-1 rounded-lg', chosen && 'bg-wash outline outline-4 outline-wash')}>
        {children}
      </div>
    </div>
  )
}
