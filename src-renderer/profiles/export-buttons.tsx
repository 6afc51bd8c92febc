import { MARKDOWN_ORDERS } from '@shared/contract/profiles'
import type { ProfileId } from '@shared/ids'
import { useTranslation } from 'react-i18next'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'

interface ExportButtonsProps {
  /** Without it the current profile. */
  profile?: ProfileId
}

/** Saves a profile to a file the person names: JSONL for a machine, Markdown for a person. */
export function ExportButtons({ profile }: ExportButtonsProps) {
  const { t } = useTranslation()
  const run = useAct('profiles.export')
  const of = profile ? { profileId: profile } : {}
  return (
    <div className="flex flex-wrap gap-2">
      <Button disabled={run.isPending} onClick={() => run.mutate({ format: 'jsonl', ...of })}>
        {t('export.as.jsonl')}
      </Button>
      {MARKDOWN_ORDERS.map((by) => (
        <Button key={by} disabled={run.isPending} onClick={() => run.mutate({ format: 'markdown', by, ...of })}>
          {t(`export.by.${by}`)}
        </Button>
      ))}
    </div>
  )
}
