import type { ErrorCode } from '@shared/contract/errors'
import type { TakeOptions } from './backup/take'
import type { Database } from './database'
import type { Updating } from './migrate'
import type { Repositories } from './repositories'
import type { News } from './session'

/** A repository as its callers see it: the same methods without the database, answering with promises. */
type Client<R> = {
  [M in keyof R]: R[M] extends (db: Database, ...args: infer A) => Promise<infer T> ? (...args: A) => Promise<T> : never
}
/** The store as the main process sees it: `store.messages.page(…)` runs inside the worker, in one transaction. */
export type Store = { [N in keyof Repositories]: Client<Repositories[N]> }

export type StoreRequest =
  | { id: number; kind: 'call'; userId: string; repository: string; method: string; args: unknown[] }
  | { id: number; kind: 'profile'; name: string }
  | { id: number; kind: 'profiles' }
  | { id: number; kind: 'create-profile'; name: string }
  | { id: number; kind: 'erase-profile'; userId: string }
  | { id: number; kind: 'take-turn'; userId: string; what: string }
  | { id: number; kind: 'end-turn'; userId: string; what: string }
  | { id: number; kind: 'follow'; userId: string }
  | { id: number; kind: 'flush' }
  | { id: number; kind: 'tidy' }
  | { id: number; kind: 'overwrite'; step: number }
  | { id: number; kind: 'backup'; options: TakeOptions }
  | { id: number; kind: 'merge' | 'compare'; dataDir: string }
  | { id: number; kind: 'close' }

export type StoreResponse =
  | { id: number; ok: true; data: unknown }
  | { id: number; ok: false; error: { code: ErrorCode; message: string; stack?: string | undefined } }

/** Told before the first answer, while a store of an older version is brought up to date. */
export interface StoreUpdating {
  updating: Updating
}

/** Told at any time after `follow`: what another program of this profile wrote. */
export interface StoreNews {
  userId: string
  news: News
}

/** What the worker is started with. */
export interface StoreWorkerData {
  storeDir: string
  program: string
  /** A PostgreSQL server in place of the folder's own database (`CATCHMENT_DATABASE_URL`). */
  databaseUrl?: string
}
