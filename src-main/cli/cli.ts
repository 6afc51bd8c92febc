import type { App } from '../app/create-app'
import type { CheckFolder } from '../backups/checking'
import type { StoreHandle } from '../store/client'
import type { Output } from './output'
import type { SessionOptions } from './session'

/** What every command is given: its output, and the product on the store that the global options name. */
export interface Cli {
  out(): Output
  /** A line for the person, beside the output (stderr). */
  note(text: string): void
  /** Opens the product, does the work, closes it in order whatever happened. */
  withApp<T>(
    options: Partial<Pick<SessionOptions, 'at' | 'model' | 'store' | 'profile' | 'takeUp'>>,
    work: (app: App) => Promise<T>,
  ): Promise<T>
  /** Opens the store alone, with no profile of it. */
  withStore<T>(work: (handle: StoreHandle) => Promise<T>, options?: { store: string }): Promise<T>
  /** Opens a backup in a process of its own. */
  checkBackup: CheckFolder
  /** The store's folder that the global options name; undefined: the app's own. */
  storeDir(): string | undefined
  /** The profile that the global options name. */
  profile(): string
}
