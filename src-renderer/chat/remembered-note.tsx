import type { Remembered } from '@shared/contract/conversation'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../app/use-act'
import { useView } from '../app/view'
import { Button } from '../ui/button'

/** “Remembered: …”: what the person asked to be kept, said back to them as it is kept, with undo. */
export function RememberedNote({ remembered }: { remembered: readonly Remembered[] }) {
  const { t } = useTranslation()
  if (remembered.length === 0) return null
  return (
    <ul aria-label={t('remembered.label')} className="grid gap-1 text-list">
      {remembered.map((one) => (
        <Line key={one.operationId ?? one.content} remembered={one} />
      ))}
    </ul>
  )
}

function Line({ remembered: { operationId, content } }: { remembered: Remembered }) {
  const { t } = useTranslation()
  const openPanel = useView((view) => view.showTab)
  const [undone, setUndone] = useState(false)
  const undo = useAct('receipts.undo', () => setUndone(true))
  return (
    <li className="flex items-baseline gap-2">
      <button
        type="button"
        dir="auto"
        onClick={() => openPanel('memory')}
        className={`line-clamp-3 min-w-0 flex-1 rounded-sm text-start text-soft [overflow-wrap:anywhere] hover:text-ink ${undone ? 'line-through' : ''}`}
      >
        {t(operationId === null ? 'remembered.known' : 'remembered.said', { content })}
      </button>
      {operationId === null ? null : undone ? (
        <span role="status" className="flex-none text-meta text-faint">
          {t('remembered.undone')}
        </span>
      ) : (
        <Button
          tone="link"
          className="flex-none text-meta!"
          disabled={undo.isPending}
          onClick={() => undo.mutate({ operationId })}
        >
          {t('remembered.undo')}
        </Button>
      )}
    </li>
  )
}
