import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'
import { EndpointForm, type EndpointStart } from './endpoint-form'
import { Section } from './section'
import { isChosen, useModels } from './use-models'

/** Servers that speak the OpenAI protocol: those that were added, and those found running on this computer. */
export function Endpoints() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { status, select, busy } = useModels()
  const endpoints = useQuery(asking('models.endpoints', undefined)).data ?? []
  const found = useQuery({ ...asking('models.discover', undefined), staleTime: 30_000 }).data ?? []
  const remove = useAct('models.removeEndpoint', () => {
    void client.invalidateQueries({ queryKey: ['models.endpoints'] })
  })
  const [form, setForm] = useState<EndpointStart | null>(null)
  const offers = found.flatMap((server) =>
    server.models
      .filter((model) => !endpoints.some((one) => one.baseUrl === server.baseUrl && one.model === model))
      .map((model) => ({ name: server.name, baseUrl: server.baseUrl, model })),
  )
  return (
    <Section title={t('endpoints.title')} text={t('endpoints.text')}>
      <ul>
        {endpoints.map((endpoint) => (
          <li
            key={endpoint.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4 border-t border-line py-2.5 first:border-0"
          >
            <p className="min-w-0">
              <b className="font-semibold">{endpoint.name}</b>{' '}
              <span className={endpoint.local ? 'text-meta text-faint' : 'text-meta text-warn'}>
                {t(endpoint.local ? 'endpoints.here' : 'endpoints.elsewhere')}
              </span>
              <span className="block truncate text-meta text-faint">
                {endpoint.model} · {endpoint.baseUrl}
                {endpoint.hasKey ? ` · ${t(endpoint.keyInFile ? 'endpoints.keyInFile' : 'endpoints.hasKey')}` : null}
              </span>
            </p>
            <p className="flex gap-1.5">
              {isChosen(status, endpoint.id) ? (
                <span className="flex h-[26px] items-center px-1 text-small font-medium text-soft">
                  {t('models.inUse')}
                </span>
              ) : (
                <Button
                  disabled={busy}
                  aria-label={t('models.useNamed', { title: endpoint.name })}
                  onClick={() => select(endpoint.id)}
                >
                  {t('models.use')}
                </Button>
              )}
              <Button
                tone="quiet"
                disabled={remove.isPending}
                aria-label={t('endpoints.removeNamed', { name: endpoint.name })}
                onClick={() => remove.mutate({ id: endpoint.id })}
              >
                {t('endpoints.remove')}
              </Button>
            </p>
          </li>
        ))}
        {offers.map((offer) => (
          <li
            key={`${offer.baseUrl} ${offer.model}`}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4 border-t border-line py-2.5 first:border-0"
          >
            <p className="min-w-0">
              <b className="font-semibold">{offer.model}</b>
              <span className="block truncate text-meta text-faint">{t('endpoints.found', { name: offer.name })}</span>
            </p>
            <Button aria-label={t('endpoints.addNamed', { name: offer.model })} onClick={() => setForm(offer)}>
              {t('endpoints.add')}
            </Button>
          </li>
        ))}
      </ul>
      {form ? (
        <EndpointForm key={`${form.baseUrl} ${form.model}`} start={form} onClose={() => setForm(null)} />
      ) : (
        <Button className="mt-1" onClick={() => setForm({ name: '', baseUrl: '', model: '' })}>
          {t('endpoints.addOwn')}
        </Button>
      )}
    </Section>
  )
}
