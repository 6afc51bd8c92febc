import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Dialog } from '../ui/dialog'
import { TextInput } from '../ui/field'
import { Skeleton } from '../ui/skeleton'
import { Trouble } from '../ui/trouble'

const written = z.object({
  default: z.object({
    packages: z.array(
      z.object({ name: z.string(), version: z.string(), licence: z.string(), text: z.number().nullable() }),
    ),
    texts: z.array(z.string()),
  }),
})

/** Made by the build beside the window (scripts/packaging/licences-plugin.mjs). A module, since the window may load nothing else. */
async function load() {
  const place = new URL('/licences.js', document.baseURI).href
  return written.parse(await import(/* @vite-ignore */ place)).default
}

/** Who made what this app is made of, and under which licence. */
export function LicencesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed.trim().toLowerCase())
  const found = useQuery({ queryKey: ['licences'], queryFn: load, staleTime: Number.POSITIVE_INFINITY })
  const packages = found.data?.packages.filter(
    ({ name, licence }) => name.toLowerCase().includes(wanted) || licence.toLowerCase().includes(wanted),
  )
  return (
    <Dialog title={t('licences.title')} description={t('licences.text')} width={760} onClose={onClose}>
      <TextInput
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        placeholder={t('licences.filter')}
        aria-label={t('licences.filter')}
        className="w-full"
      />
      {found.isPending ? <Skeleton lines={8} label={t('common.loading')} /> : null}
      {found.isError ? <Trouble error={found.error} onRetry={() => void found.refetch()} /> : null}
      {packages ? (
        <>
          <p className="mt-2 text-list text-faint">{t('licences.count', { count: packages.length })}</p>
          <ul className="mt-1">
            {packages.map(({ name, version, licence, text }) => (
              <li key={`${name} ${version}`} className="border-b border-line py-1.5 text-list">
                {text === null ? (
                  <div className="ps-3.5 pe-2.5">
                    <Line name={name} version={version} licence={licence} wide />
                  </div>
                ) : (
                  <details>
                    <summary className="cursor-pointer">
                      <Line name={name} version={version} licence={licence} />
                    </summary>
                    <pre className="mt-2 max-h-80 overflow-auto whitespace-pre-wrap break-words font-mono text-[11px] text-soft">
                      {found.data?.texts[text]}
                    </pre>
                  </details>
                )}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Dialog>
  )
}

/** @param wide nothing stands before it: elsewhere it leaves room for the mark that opens it */
function Line({
  name,
  version,
  licence,
  wide = false,
}: {
  name: string
  version: string
  licence: string
  wide?: boolean
}) {
  return (
    <span
      className={`inline-flex ${wide ? 'w-full' : 'w-[calc(100%-1.5rem)]'} flex-wrap items-baseline justify-between gap-x-3 align-top`}
    >
      <span>
        {name} <span className="tabular text-faint">{version}</span>
      </span>
      <span className="text-soft">{licence}</span>
    </span>
  )
}
