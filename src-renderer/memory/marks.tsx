import type { MemoryValue, MemoryView } from '@shared/memory'
import { Pin } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { likeness } from '../app/format'
import { useSettings } from '../settings/use-settings'

/** What an entry is worth: a bar, its number, and what follows from it for the memory file. */
export function Worth({ value }: { value: MemoryValue | null }) {
  const { t } = useTranslation()
  if (!value) return <span>{t('memory.unscored')}</span>
  return (
    <>
      <span className="flex items-center gap-1.5">
        <span aria-hidden="true" className="h-1 w-9 overflow-hidden rounded-full bg-line">
          <span className="block h-full rounded-full bg-accent" style={{ width: `${value.score * 100}%` }} />
        </span>
        <span className="sr-only">{t('memory.value')}</span>
        {likeness(value.score)}
      </span>
      <span title={t(`memory.tierText.${value.tier}`)}>{t(`memory.tier.${value.tier}`)}</span>
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
        <span className="text-warn" title={kinds.length > 0 ? kinds.join(', ') : t('memory.markedByYou')}>
          {t(settings?.piiToRemote ? 'memory.personal' : 'memory.personalStays')}
        </span>
      ) : null}
      {memory.source === 'consolidation' ? <span>{t('memory.asSummary')}</span> : null}
    </>
  )
}
