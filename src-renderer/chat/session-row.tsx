import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { timeOf } from '../app/format'
import { useZone } from '../app/today'
import { useView } from '../app/view'
import { Button } from '../ui/button'
import type { SessionStart } from './session-start'

/** Where this session began: what is above it, the model knows only as far as this says. */
export const SessionRow = memo(function SessionRow({ session }: { session: SessionStart }) {
  const { t } = useTranslation()
  const zone = useZone()
  const open = useView((view) => view.open)
  const carried = session.carried.map((part) => t(`session.part.${part}`))
  return (
    <p className="flex flex-wrap items-baseline justify-center gap-x-2 text-center text-meta text-faint">
      <span>
        {t('session.began', { time: timeOf(session.startedAt, zone) })}{' '}
        {carried.length > 0
          ? t('session.remembers', { parts: new Intl.ListFormat(undefined).format(carried) })
          : t('session.remembersNothing')}
      </span>
      <Button tone="link" className="text-meta!" onClick={() => open({ kind: 'context' })}>
        {t('context.title')}
      </Button>
    </p>
  )
})
