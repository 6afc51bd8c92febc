/** One reader for each program: from a file to conversations, everything else counted with a reason. */
import type { ImportFormat } from '../formats'
import type { Tally } from '../tally'
import type { ImportedConversation } from '../types'
import type { ArchivedPlaces } from './archived-places'
import { readChatGpt } from './chatgpt'
import { readClaude } from './claude'
import type { ReadContext } from './context'
import { readLibreChat } from './librechat'
import { readLmStudio } from './lm-studio'
import { readOpenWebUi } from './open-webui'

/** Reads one conversation out of a list, or a file that is one. */
export type ElementReader = (value: unknown, context: ReadContext) => ImportedConversation | null

/** The programs that write each conversation as one JSON value. */
export const ELEMENT_READERS: Partial<Record<ImportFormat, ElementReader>> = {
  chatgpt: readChatGpt,
  claude: readClaude,
  librechat: readLibreChat,
  'open-webui': readOpenWebUi,
  'lm-studio': readLmStudio,
}

/** What a reader of a whole file is given. */
export interface FileContext {
  /** Its path within what was chosen. */
  name: string
  /** For reasons: empty for a single file, else `conversations-001.json, `. */
  prefix: string
  tally: Tally
  writtenAt: number | null
  collections: ReadonlyMap<string, string>
  /** Of an archive of our own: what its branches hang from. */
  places: ArchivedPlaces
}
