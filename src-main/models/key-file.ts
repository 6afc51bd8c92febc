import { z } from 'zod'
import { jsonFile } from '../runtime/json-file'
import type { KeyFilePort } from './ports'

const schema = z.record(z.string(), z.string())

/**
 * Keys of servers as they are, by endpoint, in a file of their own with mode 0600: for a system without a keyring, after the
 * person agreed (05-trust, Secrets). Nothing else reads it: exports, archives and backups are made of the database.
 */
export function keyFile(path: string): KeyFilePort {
  const file = jsonFile(path)
  const load = async (): Promise<Record<string, string>> => schema.parse((await file.load()) ?? {})
  let queue: Promise<unknown> = Promise.resolve()
  const change = (work: (keys: Record<string, string>) => Record<string, string>): Promise<void> => {
    const done = queue.then(async () => file.save(work(await load())))
    queue = done.catch(() => undefined)
    return done
  }
  return {
    read: async (endpointId) => (await load())[endpointId] ?? null,
    write: (endpointId, key) => change((keys) => ({ ...keys, [endpointId]: key })),
    remove: (endpointId) => change(({ [endpointId]: _, ...keys }) => keys),
  }
}
