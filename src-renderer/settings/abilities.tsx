import type { AbilityState, ModelStatus } from '@shared/contract/models'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keyOf } from '../app/ask'
import { percent } from '../app/format'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'
import { Select } from '../ui/field'
import { Section } from './section'

const toChoice = (override: boolean | null): string => (override === null ? 'measured' : override ? 'on' : 'off')
const fromChoice = (choice: string): boolean | null => (choice === 'measured' ? null : choice === 'on')

/** What the chosen model was measured to be able to do, and a person's own word on it, which outranks the score. */
export function Abilities({ status }: { status: ModelStatus }) {
  const { t } = useTranslation()
  const probe = useAct('models.probe')
  return (
    <Section title={t('abilities.title')} text={t('abilities.text')}>
      <div className="overflow-x-auto">
        <table className="mt-1 w-full text-list">
          <thead>
            <tr className="text-start text-meta text-faint">
              <th className="py-1.5 pe-3 font-semibold">{t('abilities.ability')}</th>
              <th className="py-1.5 pe-3 text-end font-semibold">{t('abilities.score')}</th>
              <th className="py-1.5 pe-3 text-end font-semibold">{t('abilities.bar')}</th>
              <th className="py-1.5 font-semibold">{t('abilities.use')}</th>
            </tr>
          </thead>
          <tbody>
            {status.abilities.map((state) => (
              <AbilityRow key={state.ability} state={state} />
            ))}
          </tbody>
        </table>
      </div>
      <Button className="mt-2.5" disabled={status.probing || probe.isPending} onClick={() => probe.mutate(undefined)}>
        {t(status.probing ? 'abilities.probing' : 'abilities.probe')}
      </Button>
    </Section>
  )
}

function AbilityRow({ state }: { state: AbilityState }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const override = useAct('models.override', (status) => client.setQueryData(keyOf('models.status', undefined), status))
  const name = t(`abilities.names.${state.ability}`)
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="py-2 pe-3 text-start font-normal">
        <span className={state.enabled ? 'font-medium' : 'font-medium text-faint'}>{name}</span>
        <span className="block text-meta text-faint">{t(`abilities.does.${state.ability}`)}</span>
      </th>
      <td className="py-2 pe-3 text-end tabular">
        {state.score === null ? t('abilities.notMeasured') : percent(state.score)}
        {state.measured ? (
          <span className="block whitespace-nowrap text-meta text-faint">
            {t('abilities.interval', {
              right: state.measured.right,
              asked: state.measured.asked,
              low: percent(state.measured.low),
              high: percent(state.measured.high),
            })}
          </span>
        ) : null}
        {state.measured && state.chance > 0 && state.measured.low <= state.chance ? (
          <span className="block text-meta text-warn">{t('abilities.asChance')}</span>
        ) : null}
      </td>
      <td className="py-2 pe-3 text-end text-faint tabular">{percent(state.bar)}</td>
      <td className="py-1.5">
        <Select
          aria-label={t('abilities.useOf', { name })}
          value={toChoice(state.override)}
          disabled={override.isPending}
          onChange={(event) => override.mutate({ ability: state.ability, enabled: fromChoice(event.target.value) })}
          className="h-7!"
        >
          <option value="measured">
            {t('abilities.asMeasured', { state: t(state.enabled ? 'abilities.on' : 'abilities.off') })}
          </option>
          <option value="on">{t('abilities.alwaysOn')}</option>
          <option value="off">{t('abilities.alwaysOff')}</option>
        </Select>
      </td>
    </tr>
  )
}
