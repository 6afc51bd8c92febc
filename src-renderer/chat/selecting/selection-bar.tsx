import type { MessageId } from '@shared/ids'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useView } from '../../app/view'
import { usePortion } from '../../transfer/use-portion'
import { Button } from '../../ui/button'
import { useSelection } from './selection'

/** What can be done with the chosen messages; in the place of the composer. Escape chooses nothing. */
export function SelectionBar({ chosen }: { chosen: ReadonlySet<MessageId> }) {
  const { t } = useTranslation()
  const open = useView((view) => view.open)
  const portion = usePortion()
  const { end } = useSelection.getState()
  const ids = [...chosen]
  const none = ids.length === 0
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      // what closed a dialog has done its work
      if (
        event.key === 'Escape' &&
        !event.defaultPrevented &&
        !document.querySelector('[role="menu"], [role="dialog"]')
      )
        end()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [end])
  return (
    <div
      role="toolbar"
      aria-label={t('select.label')}
      className="mx-auto mt-2 mb-4 flex w-[calc(100%-48px)] max-w-[720px] flex-none flex-wrap items-center gap-2 rounded-2xl border border-line bg-raised px-3 py-2.5 shadow-float max-[720px]:mb-2 max-[720px]:w-[calc(100%-16px)]"
    >
      <span role="status" className="me-auto px-1 text-list">
        {t('select.count', { count: ids.length })}
      </span>
      <Button disabled={none} onClick={() => open({ kind: 'move', messageIds: ids })}>
        {t('message.move')}
      </Button>
      <Button disabled={none} onClick={() => portion.copy({ messageIds: ids })}>
        {t('portion.copy')}
      </Button>
      <Button disabled={none} onClick={() => portion.save({ messageIds: ids })}>
        {t('portion.save')}
      </Button>
      <Button
        disabled={none}
        onClick={() =>
          open({ kind: 'erase', part: { messageIds: ids }, named: t('erase.messages', { count: ids.length }) })
        }
      >
        {t('erase.menu')}
      </Button>
      <Button tone="quiet" onClick={end}>
        {t('select.done')}
      </Button>
    </div>
  )
}
