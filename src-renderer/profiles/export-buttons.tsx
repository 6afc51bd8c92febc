import type { ExportFormat } from '@shared/contract/profiles'
import { EXPORT_FORMATS } from '@shared/contract/profiles'
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
  const save = (format: ExportFormat): void => run.mutate({ format, ...(profile ? { profileId: profile } : {}) })
  return (
    <div className="flex flex-wrap gap-2">
      {EXPORT_FORMATS.map((format) => (
        <Button key={format} disabled={run.isPending} onClick={() => save(format)}>
          {t(`export.as.${format}`)}
        </Button>
      ))}
    </div>
  )
}
