import type { MemoryView } from '@shared/memory'
import { Pin } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { joined, likeness } from '../app/format'
import { useSettings } from '../settings/use-settings'
import { usePlace } from './place'

/** What an entry is worth: a bar and its number; and where it stands, as the memory file was written last. */
export function Worth({ memory }: { memory: MemoryView }) {
  const { t } = useTranslation()
  const place = usePlace(memory)
  const { value } = memory
  // never rounded up to a line it does not reach
  const shown = value ? Math.floor(value.score * 100 + 1e-9) / 100 : null
  return (
    <>
      {value && shown !== null ? (
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className="h-1 w-9 overflow-hidden rounded-full bg-line">
            <span className="block h-full rounded-full bg-accent" style={{ width: `${value.score * 100}%` }} />
          </span>
          <span className="sr-only">{t('memory.value')}</span>
          {likeness(shown)}
        </span>
      ) : null}
      <span title={t(`memory.placeText.${place}`)}>{t(`memory.place.${place}`)}</span>
    </>
  )
}

/** Pinned, personal: what a person has to know of an entry at a glance. */
export function Marks({ memory }: { memory: MemoryView }) {
  const { t } = useTranslation()
  const { settings } = useSettings()
  const kinds = memory.piiKinds.map((kind) => t(`memory.pii.${kind}`))
  return (
    <>
      {memory.pinned ? (
        <span className="inline-flex items-center gap-1">
          <Pin aria-hidden="true" className="size-3" />
          {t('memory.pinned')}
        </span>
      ) : null}
      {memory.accessTier === 'SENSITIVE' ? (
        <span className="text-warn" title={kinds.length > 0 ? joined(kinds) : t('memory.markedByYou')}>
          {t(settings?.piiToRemote ? 'memory.personal' : 'memory.personalStays')}
        </span>
      ) : null}
      {memory.source === 'consolidation' ? <span>{t('memory.asSummary')}</span> : null}
    </>
  )
}
