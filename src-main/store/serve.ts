import { CatchmentError } from '@shared/contract/errors'
import type { Database, OpenStore } from './database'
import { storeError } from './errors'
import type { StoreRequest, StoreResponse } from './protocol'
import { repositories } from './repositories'

type Method = (db: Database, ...args: unknown[]) => Promise<unknown>

function methodOf(repository: string, name: string): Method {
  const table: Record<string, Record<string, unknown>> = repositories
  const method = Object.hasOwn(table, repository) ? table[repository]?.[name] : undefined
  if (typeof method !== 'function') throw new CatchmentError('internal', `The store has no ${repository}.${name}.`)
  return (db, ...args) => method(db, ...args)
}

/** Answers one request. PGlite runs one query at a time, so callers hand requests over one after another. */
export async function serve(store: OpenStore, request: StoreRequest): Promise<StoreResponse> {
  const { id } = request
  try {
    return { id, ok: true, data: await answer(store, request) }
  } catch (thrown) {
    const error = storeError(thrown)
    if (error instanceof CatchmentError)
      return { id, ok: false, error: { code: error.code, message: error.message, stack: error.stack } }
    const fault = error instanceof Error ? error : new Error(String(error))
    const cause = fault.cause instanceof Error ? ` (${fault.cause.message})` : ''
    return { id, ok: false, error: { code: 'internal', message: `${fault.message}${cause}`, stack: fault.stack } }
  }
}

async function answer(store: OpenStore, request: StoreRequest): Promise<unknown> {
  switch (request.kind) {
    case 'call': {
      const method = methodOf(request.repository, request.method)
      return store.asProfile(request.userId, (db) => method(db, ...request.args))
    }
    case 'profile':
      return store.ensureProfile(request.name)
    case 'flush':
      return store.flush()
    case 'close':
      return store.close()
  }
}
