import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { timeOf } from '../app/format'
import { useZone } from '../app/today'
import { useView } from '../app/view'
import { Button } from '../ui/button'
import type { SessionStart } from './session-start'

/** Where this session began, in one sentence; what the model knows of before is behind the button. */
export const SessionRow = memo(function SessionRow({ session }: { session: SessionStart }) {
  const { t } = useTranslation()
  const zone = useZone()
  const open = useView((view) => view.open)
  return (
    <p className="flex flex-wrap items-baseline justify-center gap-x-2 text-center text-meta text-faint">
      <span>{t('session.began', { time: timeOf(session.startedAt, zone) })}</span>
      <Button tone="link" className="text-meta!" onClick={() => open({ kind: 'context' })}>
        {t('context.title')}
      </Button>
    </p>
  )
})
