import { useTranslation } from 'react-i18next'
import { JobList } from '../app/job-list'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'
import { Section } from './section'

export function ImportSection() {
  const { t } = useTranslation()
  const run = useAct('transfer.import')
  return (
    <Section title={t('import.title')} text={t('import.text')}>
      <Button className="mt-2 mb-4" disabled={run.isPending} onClick={() => run.mutate(undefined)}>
        {t('import.choose')}
      </Button>
      <JobList />
    </Section>
  )
}
