import type { Failure } from '@shared/contract/errors'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { conversationQuery } from '../chat/conversation-query'
import { liveTurns } from '../chat/turns'
import { adoptProfile } from '../profiles/own-storage'
import { useSettings } from '../settings/use-settings'
import { DropZone } from '../transfer/drop-zone'
import { Progress } from '../ui/progress'
import { useSlow } from '../ui/skeleton'
import { Toasts } from '../ui/toasts'
import { Trouble } from '../ui/trouble'
import { applyAppearance } from './appearance'
import { asking } from './ask'
import { bridge } from './bridge'
import { useDamage } from './damage'
import { tellWords } from './desktop'
import { eventListener } from './events'
import { FirstRun } from './first-run'
import { speak } from './i18n'
import { Shell } from './shell'
import { StoreFailure } from './store-failure'
import { applyTheme } from './theme'
import { useUpdating } from './updating'

/** Which screen there is: the failure of the store, the first run, or the window itself. */
export function App() {
  const client = useQueryClient()
  useEffect(() => bridge().subscribe(eventListener(client, liveTurns)), [client])
  return (
    <>
      <Screen />
      <Toasts />
    </>
  )
}

function Screen() {
  const damage = useDamage((found) => found.failure)
  const state = useQuery(asking('app.state', undefined))
  const failed = state.data?.storeFailure ?? null
  const isOpen = state.data !== undefined
  useEffect(() => {
    if (isOpen) useUpdating.setState({ step: null, share: null })
  }, [isOpen])
  // First: while a way out of it is taken, the store is closed and everything is asked anew.
  if (damage) return <Damaged failure={damage} />
  if (state.isError)
    return (
      <main className="grid h-full place-items-center">
        <Trouble error={state.error} onRetry={() => void state.refetch()} />
      </main>
    )
  if (!state.data) return <Opening />
  if (failed)
    return (
      <StoreFailure failure={failed} backup={state.data?.restorable ?? null} onRetry={() => void state.refetch()} />
    )
  adoptProfile(state.data.profile)
  return <Ready key={state.data.profile} />
}

/** A part of the store that is open cannot be read. */
function Damaged({ failure }: { failure: Failure }) {
  const client = useQueryClient()
  const { goOn, forget } = useDamage.getState()
  const backups = useQuery(asking('backups.state', undefined)).data?.backups
  return (
    <StoreFailure
      failure={failure}
      backup={backups?.find((backup) => backup.verified) ?? null}
      onGoOn={() => {
        goOn()
        void client.resetQueries()
      }}
      onRetry={() => {
        forget()
        void client.resetQueries()
      }}
    />
  )
}

/** The first page is on its way while the window is drawn: its first drawing has it. */
function useFirstPage() {
  const client = useQueryClient()
  useState(() => void client.prefetchInfiniteQuery(conversationQuery(null, null)))
}

function Ready() {
  useFirstPage()
  const { i18n } = useTranslation()
  const { settings } = useSettings()
  const query = useQuery(asking('settings.get', undefined))
  const theme = settings?.theme
  useEffect(() => {
    if (theme) applyTheme(theme)
  }, [theme])
  useEffect(() => {
    if (settings) applyAppearance(settings)
  }, [settings])
  useEffect(tellWords, [])
  useWhole()
  // before the first word is drawn in it
  const language = settings?.language
  useLayoutEffect(() => {
    if (language) void speak(language)
  }, [language])
  if (query.isError)
    return (
      <main className="grid h-full place-items-center">
        <Trouble error={query.error} onRetry={() => void query.refetch()} />
      </main>
    )
  if (!settings) return <Opening />
  // dates stand in many places that no word re-renders: another language draws all of it anew
  return <DropZone key={i18n.language}>{settings.firstRunDone ? <Shell /> : <FirstRun />}</DropZone>
}

/** When the first page has long been there: looking through the store must not hold it up. */
const LOOK_AFTER_MS = 5_000

/** A store can have lost rows and still open: the answer is nothing, or damage that the whole window tells. */
function useWhole(): void {
  const [enabled, setEnabled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setEnabled(true), LOOK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  useQuery({ ...asking('app.whole', undefined), enabled, staleTime: Number.POSITIVE_INFINITY, retry: false })
}

/** While the store opens: nothing at first, a word if it takes longer; what is done to it, if an older version made it. */
function Opening() {
  const { t } = useTranslation()
  const { step, share } = useUpdating()
  const slow = useSlow()
  if (step !== null)
    return (
      <main aria-busy="true" className="grid h-full place-content-center justify-items-center gap-2 px-6 text-center">
        <p role="status">{t(`app.updating.${step}`)}</p>
        <div className="w-64">
          <Progress value={share} label={t(`app.updating.${step}`)} />
        </div>
        <p className="text-soft">{t('app.updating.once')}</p>
      </main>
    )
  return (
    <main aria-busy="true" className="grid h-full place-items-center text-soft">
      {slow ? t('app.opening') : null}
    </main>
  )
}
