import type { CatalogEntry, ModelStatus } from '@shared/contract/models'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, asking, keyOf } from '../app/ask'
import { wantedModels } from '../app/jobs'
import { useAct } from '../app/use-act'

/** What can answer here, and the ways to choose it. */
export function useModels() {
  const client = useQueryClient()
  const took = (status: ModelStatus): void => {
    client.setQueryData(keyOf('models.status', undefined), status)
    void client.invalidateQueries({ queryKey: ['models.catalog'] })
  }
  const select = useAct('models.select', took)
  const download = useAct('models.download', async ({ jobId }, { id }) => {
    wantedModels.want(jobId, id)
    await client.invalidateQueries({ queryKey: ['models.catalog'] })
    // a file that was cached may have been ready before anybody waited for it
    const jobs = await ask('jobs.list', undefined)
    client.setQueryData(keyOf('jobs.list', undefined), jobs)
    if (jobs.some((job) => job.id === jobId && job.state === 'running')) return
    const entry = client.getQueryData<CatalogEntry[]>(keyOf('models.catalog', undefined))?.find((one) => one.id === id)
    const wanted = wantedModels.take(jobId)
    if (wanted !== null && entry?.installed) select.mutate({ id: wanted })
  })
  const useFile = useAct('models.useFile', (file) => {
    void client.invalidateQueries({ queryKey: ['models.catalog'] })
    void client.invalidateQueries({ queryKey: ['models.files'] })
    if (file) select.mutate({ id: file.id })
  })
  return {
    status: useQuery(asking('models.status', undefined)).data,
    catalog: useQuery(asking('models.catalog', undefined)),
    /** Uses a model; one that is not there yet is fetched first and used once it is. */
    choose: (entry: CatalogEntry) =>
      entry.installed ? select.mutate({ id: entry.id }) : download.mutate({ id: entry.id }),
    select: (id: string) => select.mutate({ id }),
    useFile: () => useFile.mutate(undefined),
    busy: select.isPending || download.isPending || useFile.isPending,
  }
}

/** Whether a catalog entry or an endpoint is the one that answers now. */
export const isChosen = (status: ModelStatus | undefined, id: string): boolean =>
  status !== undefined && ((status.chat.kind !== 'none' && status.chat.id === id) || status.embedding.id === id)
