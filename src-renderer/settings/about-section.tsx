import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { useView } from '../app/view'
import { Button } from '../ui/button'
import { Section } from './section'
import { UpdatesSection } from './updates-section'

export function AboutSection() {
  const { t } = useTranslation()
  const open = useView((view) => view.open)
  const state = useQuery(asking('app.state', undefined)).data
  return (
    <>
      <Section title={t('about.title')} text={t('about.text')}>
        {state ? (
          <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-list">
            <dt className="text-faint">{t('about.version')}</dt>
            <dd className="tabular">{state.version}</dd>
            <dt className="text-faint">{t('about.platform')}</dt>
            <dd>{state.platform}</dd>
            <dt className="text-faint">{t('about.profile')}</dt>
            <dd>{state.profile}</dd>
            <dt className="text-faint">{t('about.messages')}</dt>
            <dd className="tabular">{t('count.messages', { count: state.messages })}</dd>
            <dt className="text-faint">{t('about.zone')}</dt>
            <dd>{state.timeZone}</dd>
            <dt className="text-faint">{t('about.licence')}</dt>
            <dd>MIT</dd>
          </dl>
        ) : null}
        <Button className="mt-3" onClick={() => open({ kind: 'health' })}>
          {t('health.title')}
        </Button>
        <Button className="ms-2 mt-3" onClick={() => open({ kind: 'licences' })}>
          {t('licences.title')}
        </Button>
      </Section>
      <UpdatesSection />
    </>
  )
}
