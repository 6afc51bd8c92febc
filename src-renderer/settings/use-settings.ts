import type { RequestInput } from '@shared/contract'
import type { Settings } from '@shared/contract/settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { asking, keyOf } from '../app/ask'
import { useAct } from '../app/use-act'

/** The settings as main keeps them, and the one way to change some of them. */
export function useSettings(): {
  settings: Settings | undefined
  change: (patch: RequestInput<'settings.set'>) => void
} {
  const client = useQueryClient()
  const { data } = useQuery(asking('settings.get', undefined))
  const set = useAct('settings.set', (settings) => client.setQueryData(keyOf('settings.get', undefined), settings))
  return { settings: data, change: (patch) => set.mutate(patch) }
}
