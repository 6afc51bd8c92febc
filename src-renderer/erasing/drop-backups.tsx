import type { HeldView } from '@shared/contract/erasing'
import { useTranslation } from 'react-i18next'
import { longDay } from '../app/format'
import { useToday, useZone } from '../app/today'
import { Checkbox } from '../ui/checkbox'

/** What becomes of the room in the files that something erased took, and whether it goes from the backups at once as well. */
export function DropBackups({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="mt-3 text-meta text-faint">{t('erase.room')}</p>
      <Checkbox checked={checked} onChange={onChange} className="mt-3">
        <span>
          {t('erase.dropBackups')}
          <span className="block text-meta text-faint">{t('erase.dropBackupsText')}</span>
        </span>
      </Checkbox>
    </>
  )
}

/** What backups still hold of what was erased, in a sentence. */
export function useHeld(): (held: HeldView) => string {
  const { t } = useTranslation()
  const zone = useZone()
  const today = useToday()
  return ({ backupsUntil, elsewhere }) =>
    elsewhere ??
    (backupsUntil === null ? t('erase.inNone') : t('erase.until', { day: longDay(backupsUntil, zone, today) }))
}
