import type { MemoryView } from '@shared/memory'
import { useTranslation } from 'react-i18next'
import { ago, fullTime, locale } from '../app/format'
import { useNow, useZone } from '../app/today'
import { Marks, Worth } from './marks'

/** One or two lines of what is known about an entry besides its words. */
export function Facts({ memory }: { memory: MemoryView }) {
  const { t } = useTranslation()
  const now = useNow()
  const zone = useZone()
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-meta text-faint tabular">
      <Worth memory={memory} />
      <Marks memory={memory} />
      {memory.piiKinds.length > 0 ? (
        <span>
          {t('memory.holds', {
            kinds: new Intl.ListFormat(locale()).format(memory.piiKinds.map((kind) => t(`memory.pii.${kind}`))),
          })}
        </span>
      ) : null}
      <time dateTime={memory.createdAt} title={fullTime(memory.createdAt, zone)}>
        {t('memory.since', { when: ago(memory.createdAt, now) })}
      </time>
      <span>{t('memory.uses', { count: memory.accessCount })}</span>
      {memory.forgottenAt ? (
        <time dateTime={memory.forgottenAt} className="text-warn">
          {t('memory.forgottenWhen', { when: ago(memory.forgottenAt, now) })}
        </time>
      ) : null}
      {memory.endedAt ? (
        <time dateTime={memory.endedAt}>{t('memory.endedWhen', { when: fullTime(memory.endedAt, zone) })}</time>
      ) : null}
      {memory.supersededBy ? <span>{t(memory.endedAt ? 'memory.replaced' : 'memory.behindSummary')}</span> : null}
    </p>
  )
}
