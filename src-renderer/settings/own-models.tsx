import type { FoundModelView, ModelFileView } from '@shared/contract/models'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { bytes, number } from '../app/format'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'
import { isChosen, useModels } from './use-models'

/** Model files of the person's own, and what other programs keep on this computer: used where they lie, never copied. */
export function OwnModels() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const models = useModels()
  const files = useQuery(asking('models.files', undefined)).data ?? []
  const [found, setFound] = useState<FoundModelView[] | null>(null)
  const [looking, setLooking] = useState(false)
  const look = async (): Promise<void> => {
    setLooking(true)
    try {
      setFound(await client.fetchQuery({ ...asking('models.found', undefined), staleTime: 0 }))
    } finally {
      setLooking(false)
    }
  }
  const search = useAct('models.searchFolder', (list) => {
    if (list) setFound(list)
  })
  const add = useAct('models.addFound', ({ id }) => {
    void client.invalidateQueries({ queryKey: ['models.files'] })
    setFound((list) => {
      const left = list?.filter((one) => one.id !== id) ?? []
      return left.length > 0 ? left : null
    })
    models.select(id)
  })
  const busy = models.busy || add.isPending || search.isPending
  return (
    <div>
      {files.length > 0 ? (
        <ul>
          {files.map((file) => (
            <OwnFile key={file.id} file={file} chosen={isChosen(models.status, file.id)} busy={busy} />
          ))}
        </ul>
      ) : null}
      <p className="mt-1 flex flex-wrap gap-1.5">
        <Button disabled={busy} onClick={models.useFile}>
          {t('models.useFile')}
        </Button>
        <Button disabled={busy || looking} onClick={() => void look()}>
          {t(looking ? 'ownModels.looking' : 'ownModels.look')}
        </Button>
        <Button disabled={busy} onClick={() => search.mutate(undefined)}>
          {t('ownModels.folder')}
        </Button>
      </p>
      <p className="mt-1.5 text-meta text-faint">{t('ownModels.where')}</p>
      {found ? (
        <section aria-label={t('ownModels.found')} className="mt-3 rounded-lg border border-line px-3.5 py-1">
          {found.length === 0 ? <p className="py-2 text-list text-soft">{t('ownModels.nothing')}</p> : null}
          <ul>
            {found.map((one) => (
              <Line
                key={one.path}
                title={one.title}
                facts={[
                  one.source,
                  bytes(one.sizeBytes),
                  one.refusal ? null : t('ownModels.memory', { size: bytes(one.memoryBytes) }),
                ]}
                path={one.path}
                notes={one.refusal ? [one.refusal] : []}
              >
                {one.refusal ? null : (
                  <Button
                    disabled={busy}
                    aria-label={t('models.useNamed', { title: one.title })}
                    onClick={() => add.mutate({ id: one.id })}
                  >
                    {t('models.use')}
                  </Button>
                )}
              </Line>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}

function OwnFile({ file, chosen, busy }: { file: ModelFileView; chosen: boolean; busy: boolean }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const models = useModels()
  const remove = useAct('models.removeFile', () => {
    void client.invalidateQueries({ queryKey: ['models.files'] })
    void client.invalidateQueries({ queryKey: ['models.status'] })
  })
  const notes = [
    ...(file.there ? [] : [t('ownModels.gone')]),
    ...file.notes.map((note) => t(`ownModels.notes.${note}`)),
  ]
  return (
    <Line
      title={file.title}
      facts={[
        bytes(file.sizeBytes),
        t('ownModels.memory', { size: bytes(file.memoryBytes) }),
        t('models.contextTokens', { count: number(file.contextTokens) }),
        file.architecture,
      ]}
      path={file.path}
      notes={notes}
    >
      {chosen ? (
        <span className="flex h-[26px] items-center gap-1.5 px-1 text-small font-medium text-soft">
          <Check aria-hidden="true" className="size-3.5 text-ok" />
          {t('models.inUse')}
        </span>
      ) : (
        <Button
          disabled={busy || !file.there}
          aria-label={t('models.useNamed', { title: file.title })}
          onClick={() => models.select(file.id)}
        >
          {t('models.use')}
        </Button>
      )}
      <Button
        tone="quiet"
        disabled={remove.isPending}
        aria-label={t('ownModels.removeNamed', { title: file.title })}
        onClick={() => remove.mutate({ id: file.id })}
      >
        {t('ownModels.remove')}
      </Button>
    </Line>
  )
}

interface LineProps {
  title: string
  facts: readonly (string | null)[]
  path: string
  notes: readonly string[]
  children: ReactNode
}

function Line({ title, facts, path, notes, children }: LineProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-4 border-t border-line py-2.5 first:border-0">
      <div className="min-w-0">
        <b className="font-semibold">{title}</b>
        <p className="text-meta text-faint tabular">{facts.filter(Boolean).join(' · ')}</p>
        <p className="truncate text-meta text-faint" title={path}>
          {path}
        </p>
        {notes.map((note) => (
          <p key={note} className="text-meta text-warn">
            {note}
          </p>
        ))}
      </div>
      <p className="flex gap-1.5">{children}</p>
    </li>
  )
}
