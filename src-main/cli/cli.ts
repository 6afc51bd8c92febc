import type { Output } from './output'
import type { GlobalOptions } from './session'

/** What every command is given: its output and the global options. */
export interface Cli {
  out(): Output
  globals(): GlobalOptions
}
