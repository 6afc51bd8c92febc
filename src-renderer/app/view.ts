import type { BucketCommand } from '@shared/commands'
import type { ErasePart } from '@shared/contract/erasing'
import type { HeartbeatTaskId } from '@shared/contract/heartbeat'
import type { ChosenFile } from '@shared/contract/transfer'
import type { SegmentView } from '@shared/domain'
import type { BucketId, MemoryId, MessageId, SuggestionId } from '@shared/ids'
import type { MemoryView } from '@shared/memory'
import { create } from 'zustand'
import { useBranchChoice } from '../chat/branch-choice'

type PanelTab = 'manifest' | 'receipts' | 'memory' | 'heartbeat'
export type SettingsSection =
  | 'appearance'
  | 'models'
  | 'filing'
  | 'profiles'
  | 'backups'
  | 'privacy'
  | 'import'
  | 'about'

/** The one dialog that may be open. Discriminated, so that two at once cannot be written. */
type OpenDialog =
  | { kind: 'palette' }
  | { kind: 'settings'; section: SettingsSection }
  | { kind: 'shortcuts' }
  | { kind: 'import'; file: ChosenFile }
  | { kind: 'merge'; source: BucketId; target: BucketId | null; suggestion?: SuggestionId }
  | { kind: 'merge-several' }
  /** A typed command that is looked at before it is done. */
  | { kind: 'command'; line: string; command: Extract<BucketCommand, { kind: 'merge' | 'split' }> }
  | { kind: 'split'; source: BucketId; suggestion?: SuggestionId }
  | { kind: 'rename'; bucket: BucketId }
  | { kind: 'rename-segment'; segment: SegmentView }
  | { kind: 'summary'; bucket: BucketId }
  | { kind: 'move'; messageIds: readonly MessageId[] }
  | { kind: 'context' }
  | { kind: 'dry-run' }
  | { kind: 'health' }
  | { kind: 'licences' }
  /** Null: a new task. */
  | { kind: 'task'; task: HeartbeatTaskId | null }
  | { kind: 'memory'; memory: MemoryId; editing?: boolean }
  | { kind: 'new-memory' }
  | { kind: 'erase-memory'; memory: MemoryView }
  | { kind: 'memory-file' }
  | { kind: 'erase'; part: ErasePart; named: string }

/** A passage of a message's text, `[start, end)` in UTF-16 units. */
export interface Place {
  start: number
  end: number
}

export type DialogKind = OpenDialog['kind']

interface View {
  /** Whose thread the middle column shows; null shows everything. */
  bucket: BucketId | null
  /** The message the conversation was asked to jump to; null is the newest. `turn` tells two jumps to it apart. */
  jump: { messageId: MessageId; turn: number; place: Place | null } | null
  /** Counts the times the end of the conversation was asked for: whoever writes wants to see it, too. */
  ends: number
  panelOpen: boolean
  tab: PanelTab
  /** Counts the times a tab was asked for: where the panel lies over the conversation, it comes again each time. */
  shows: number
  drawerOpen: boolean
  dialog: OpenDialog | null
  openBucket: (bucket: BucketId | null) => void
  /**
   * @param place the passage of the message that was looked for
   * @param within the bucket whose thread is not to be left
   */
  jumpTo: (messageId: MessageId, place?: Place | null, within?: BucketId | null) => void
  toEnd: () => void
  setPanel: (open: boolean) => void
  showTab: (tab: PanelTab) => void
  setDrawer: (open: boolean) => void
  open: (dialog: OpenDialog) => void
  close: () => void
  /** Another conversation is open: nothing of the last one is looked at any more. */
  leave: () => void
}

const PANEL_KEY = 'catchment.panel'
let jumps = 0

/** What is looked at, and nothing else: data lives in the query cache, text being typed in the composer's store. */
export const useView = create<View>()((set) => ({
  bucket: null,
  jump: null,
  ends: 0,
  panelOpen: localStorage.getItem(PANEL_KEY) !== 'closed',
  tab: 'manifest',
  shows: 0,
  drawerOpen: false,
  dialog: null,
  openBucket: (bucket) => set({ bucket, jump: null, drawerOpen: false, dialog: null }),
  jumpTo: (messageId, place = null, within = null) => {
    jumps += 1
    useBranchChoice.getState().goTo(messageId)
    set({ bucket: within, jump: { messageId, turn: jumps, place }, dialog: null })
  },
  toEnd: () => set(({ ends }) => ({ ends: ends + 1, jump: null })),
  setPanel: (panelOpen) => {
    localStorage.setItem(PANEL_KEY, panelOpen ? 'open' : 'closed')
    set({ panelOpen })
  },
  showTab: (tab) => {
    localStorage.setItem(PANEL_KEY, 'open')
    set(({ shows }) => ({ tab, panelOpen: true, shows: shows + 1 }))
  },
  setDrawer: (drawerOpen) => set({ drawerOpen }),
  open: (dialog) => set({ dialog, drawerOpen: false }),
  close: () => set({ dialog: null }),
  leave: () => set({ bucket: null, jump: null, drawerOpen: false, dialog: null }),
}))
