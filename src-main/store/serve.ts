import { CatchmentError } from '@shared/contract/errors'
import { DrizzleQueryError } from 'drizzle-orm'
import { deriveAnew } from './backup/derive-anew'
import type { Database, OpenStore } from './database'
import { storeError } from './errors'
import { handedOver } from './evidence-wire'
import type { StoreNews, StoreRequest, StoreResponse } from './protocol'
import { onlyReads } from './reading'
import { repositories } from './repositories'
import { isSingle } from './single'

type Method = (db: Database, ...args: unknown[]) => Promise<unknown>

function methodOf(repository: string, name: string): Method {
  const table: Record<string, Record<string, unknown>> = repositories
  const methods = Object.hasOwn(table, repository) ? table[repository] : undefined
  const method = methods && Object.hasOwn(methods, name) ? methods[name] : undefined
  if (typeof method !== 'function') throw new CatchmentError('internal', `The store has no ${repository}.${name}.`)
  return method as Method
}

/**
 * Answers one request. PGlite runs one query at a time, so callers hand requests over one after another.
 * @param tell hears of what other programs write, once `follow` was asked for
 */
export async function serve(
  store: OpenStore,
  request: StoreRequest,
  tell: (news: StoreNews) => void = () => undefined,
): Promise<StoreResponse> {
  const { id } = request
  try {
    return { id, ok: true, data: await answer(store, request, tell) }
  } catch (thrown) {
    const error = storeError(thrown)
    if (error instanceof CatchmentError)
      return { id, ok: false, error: { code: error.code, message: error.message, stack: error.stack } }
    return { id, ok: false, error: { code: 'internal', ...described(error) } }
  }
}

/** A fault in words for the log: the statement that failed, never the values it carried. Those are what a person wrote. */
function described(error: unknown): { message: string; stack?: string | undefined } {
  if (!(error instanceof Error)) return { message: String(error) }
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  if (!(error instanceof DrizzleQueryError)) return { message: `${error.message}${cause}`, stack: error.stack }
  const message = `Failed query: ${error.query}${cause}`
  const frames = error.stack?.slice(error.stack.indexOf('\n    at ')) ?? ''
  return { message, stack: `${message}${frames}` }
}

async function answer(store: OpenStore, request: StoreRequest, tell: (news: StoreNews) => void): Promise<unknown> {
  switch (request.kind) {
    case 'call': {
      const method = methodOf(request.repository, request.method)
      const { repository, method: name } = request
      const work = async (db: Database) => handedOver(repository, name, await method(db, ...request.args))
      if (store.slow) store.slow.request = `${request.repository}.${request.method}`
      if (isSingle(method)) return store.oneStatement(request.userId, work)
      return store.asProfile(request.userId, work, onlyReads(request.repository, request.method) ? 'read' : 'write')
    }
    case 'profile':
      return store.ensureProfile(request.name)
    case 'profiles':
      return store.profiles()
    case 'create-profile':
      return store.createProfile(request.name)
    case 'erase-profile':
      return store.eraseProfile(request.userId)
    case 'take-turn':
      return store.takeTurn(request.userId, request.what)
    case 'end-turn':
      return store.endTurn(request.userId, request.what)
    case 'follow':
      return store.follow(request.userId, (news) => tell({ userId: request.userId, news }))
    case 'flush':
      return store.flush()
    case 'tidy':
      return store.tidy()
    case 'overwrite':
      return store.overwrite(request.step)
    case 'backup':
      return store.backup(request.options)
    case 'compare':
      return store.compare(request.dataDir)
    case 'merge': {
      const added = await store.merge(request.dataDir)
      await deriveAnew(store)
      return added
    }
    case 'close':
      return store.close()
  }
}
