import type { Settings } from '@shared/contract/settings'
import type { ReadPdf } from '../attachments/reading'
import type { CheckFolder } from '../backups/checking'
import type { StartHost } from '../models/host-process'
import type { SecretsPort } from '../models/ports'
import type { ProxyFor } from '../models/proxy'
import type { ChatModel } from '../models/types'
import type { Clock } from '../runtime/clock'
import type { Logger } from '../runtime/log'
import type { StoreHandle } from '../store/client'

/** What the composition root is given. */
export interface AppOptions {
  /** An open store; the app closes it. */
  handle: StoreHandle
  profile: string
  clock: Clock
  log: Logger
  startHost: StartHost
  secrets: SecretsPort
  /** The proxy of the system for a server. Left out: what the environment says. */
  proxyFor?: ProxyFor
  /** Opens a backup in a process of its own. Left out: in a Node process. */
  checkBackup?: CheckFolder
  /** Reads a PDF in a process of its own. Left out: in a Node process. */
  readPdf?: ReadPdf
  /** Settings that hold for this run only. */
  overrides?: Partial<Settings>
  /** Measure a model's abilities when it is first chosen. Off for the command line. */
  autoProbe: boolean
  place?: () => { timeZone: string; locale: string }
  /** Asked in place of the chat model that is chosen: benchmarks script one. */
  chat?: ChatModel
  /** Somebody is at the computer and has the window before them. Left out: nobody is, but for what they write. */
  isWatched?: () => boolean
  /** What filing knows of the buckets is read when it is first asked for: whoever does more than look waits for `App.ready`. */
  filingLater?: boolean
}
