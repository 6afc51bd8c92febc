import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { fullTime, number } from '../app/format'
import { useZone } from '../app/today'
import { useView } from '../app/view'
import { Button } from '../ui/button'
import { Switch } from '../ui/switch'
import { NeverLearnRows } from './never-learn-rows'
import { Section } from './section'
import { SettingRow } from './setting-row'
import { useModels } from './use-models'
import { useSettings } from './use-settings'

/** What leaves this computer, to whom, and when it last did. */
export function PrivacySection() {
  const { t } = useTranslation()
  const open = useView((view) => view.open)
  const { settings, change } = useSettings()
  const { status } = useModels()
  const id = useId()
  const away = status?.chat.kind === 'endpoint' && !status.chat.local ? status.chat.host : null
  return (
    <>
      <Section title={t('privacy.title')} text={away ? t('privacy.sends', { host: away }) : t('privacy.nothing')}>
        <Sent />
        <ul className="mt-3 grid list-disc gap-1 ps-5 text-list text-soft">
          <li>{t('privacy.downloads')}</li>
          <li>{t('privacy.links')}</li>
          <li>{t('privacy.pictures')}</li>
          <li>{t('privacy.telemetry')}</li>
        </ul>
        <Button className="mt-3" onClick={() => open({ kind: 'settings', section: 'models' })}>
          {t('privacy.servers')}
        </Button>
      </Section>
      {settings ? (
        <Section title={t('privacy.personal')}>
          <SettingRow title={t('filing.personalData')} text={t('filing.personalDataText')} controlId={id}>
            <Switch id={id} checked={settings.piiToRemote} onChange={(piiToRemote) => change({ piiToRemote })} />
          </SettingRow>
          <NeverLearnRows />
        </Section>
      ) : null}
    </>
  )
}

function Sent() {
  const { t } = useTranslation()
  const zone = useZone()
  const sent = useQuery({ ...asking('models.sent', undefined), staleTime: 0 }).data
  if (!sent) return null
  if (sent.length === 0) return <p className="mt-2 text-list text-faint">{t('privacy.neverSent')}</p>
  return (
    <table className="mt-2 w-full text-list">
      <thead>
        <tr className="text-start text-meta text-faint">
          <th className="py-1.5 pe-3 font-semibold">{t('privacy.toWhom')}</th>
          <th className="py-1.5 pe-3 font-semibold">{t('privacy.what')}</th>
          <th className="py-1.5 pe-3 font-semibold">{t('privacy.last')}</th>
          <th className="py-1.5 text-end font-semibold">{t('privacy.times')}</th>
        </tr>
      </thead>
      <tbody>
        {sent.map(({ host, lastAt, times }) => (
          <tr key={host} className="border-t border-line align-top">
            <th scope="row" className="py-1.5 pe-3 text-start font-medium [overflow-wrap:anywhere]">
              {host}
            </th>
            <td className="py-1.5 pe-3 text-soft">{t('privacy.prompts')}</td>
            <td className="py-1.5 pe-3 tabular">{fullTime(lastAt, zone)}</td>
            <td className="py-1.5 text-end tabular">{number(times)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
