import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'
import { TextInput } from '../ui/field'
import { hostOf, isLoopback } from './loopback'
import { useModels } from './use-models'

export interface EndpointStart {
  name: string
  baseUrl: string
  model: string
}

/**
 * Adds a server. One that is not this computer is named, and has to be confirmed once (03-models). So has a key on a system
 * without a keyring: it lies readable in a file then.
 */
export function EndpointForm({ start, onClose }: { start: EndpointStart; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { select } = useModels()
  const [name, setName] = useState(start.name)
  const [baseUrl, setBaseUrl] = useState(start.baseUrl)
  const [model, setModel] = useState(start.model)
  const [apiKey, setApiKey] = useState('')
  const [confirmed, setConfirmed] = useState(false)
  const [fileConfirmed, setFileConfirmed] = useState(false)
  const keyPlace = useQuery({ ...asking('models.keyPlace', undefined), staleTime: 0 }).data
  const add = useAct('models.addEndpoint', (endpoint) => {
    void client.invalidateQueries({ queryKey: ['models.endpoints'] })
    select(endpoint.id)
    onClose()
  })
  const host = hostOf(baseUrl)
  const remote = host !== null && !isLoopback(host)
  const keyInFile = apiKey !== '' && keyPlace === 'file'
  const agreed = (!remote || confirmed) && (!keyInFile || fileConfirmed)
  const complete = name.trim() !== '' && model.trim() !== '' && host !== null && agreed
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!complete) return
    const key = apiKey === '' ? {} : { apiKey, confirmedKeyFile: keyInFile && fileConfirmed }
    add.mutate({ name, baseUrl, model, confirmedRemote: remote && confirmed, ...key })
  }
  return (
    <form
      onSubmit={submit}
      aria-label={t('endpoints.addOwn')}
      className="mt-2 grid gap-3 rounded-xl border border-line px-3.5 py-3"
    >
      <div className="grid gap-3 min-[620px]:grid-cols-2">
        <Field label={t('endpoints.name')}>
          <TextInput autoFocus value={name} maxLength={80} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label={t('endpoints.model')}>
          <TextInput value={model} maxLength={200} onChange={(event) => setModel(event.target.value)} />
        </Field>
        <Field label={t('endpoints.url')}>
          <TextInput
            type="url"
            value={baseUrl}
            placeholder="http://localhost:11434/v1"
            onChange={(event) => setBaseUrl(event.target.value)}
          />
        </Field>
        <Field label={t('endpoints.key')}>
          <TextInput
            type="password"
            value={apiKey}
            maxLength={500}
            onChange={(event) => setApiKey(event.target.value)}
          />
        </Field>
      </div>
      {remote ? (
        <Agreement checked={confirmed} onChange={setConfirmed}>
          {t('endpoints.confirmRemote', { host })}
        </Agreement>
      ) : null}
      {keyInFile ? (
        <Agreement checked={fileConfirmed} onChange={setFileConfirmed}>
          {t('endpoints.confirmKeyFile')}
        </Agreement>
      ) : null}
      <div className="flex justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button tone="go" type="submit" disabled={!complete || add.isPending}>
          {t('endpoints.addAndUse')}
        </Button>
      </div>
    </form>
  )
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className="grid gap-1 text-list text-soft">
      {label}
      {children}
    </label>
  )
}

function Agreement(props: { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode }) {
  return (
    <label className="flex items-start gap-2 text-list text-warn">
      <input
        type="checkbox"
        checked={props.checked}
        onChange={(event) => props.onChange(event.target.checked)}
        className="mt-[3px] accent-accent"
      />
      {props.children}
    </label>
  )
}
