import { lazy, Suspense } from 'react'
import { CommandDialog } from '../buckets/command-dialog'
import { MergeDialog } from '../buckets/merge-dialog'
import { MergeSeveralDialog } from '../buckets/merge-several-dialog'
import { RenameDialog } from '../buckets/rename-dialog'
import { SplitDialog } from '../buckets/split-dialog'
import { SummaryDialog } from '../buckets/summary-dialog'
import { ContextDialog } from '../chat/context-dialog'
import { MoveDialog } from '../chat/move-dialog'
import { ErasePartDialog } from '../erasing/erase-part-dialog'
import { TaskDialog } from '../heartbeat/task-dialog'
import { RenameSegmentDialog } from '../manifest/rename-segment-dialog'
import { AddDialog } from '../memory/add-dialog'
import { EraseDialog } from '../memory/erase-dialog'
import { FileDialog } from '../memory/file-dialog'
import { MemoryDialog } from '../memory/memory-dialog'
import { DryRunDialog } from '../receipts/dry-run-dialog'
import { SettingsDialog } from '../settings/settings-dialog'
import { ImportDialog } from '../transfer/import-dialog'
import { LicencesDialog } from './licences-dialog'
import { ShortcutSheet } from './shortcut-sheet'
import { useView } from './view'

/** With the charts it is as large as all the rest: loaded when somebody looks. */
const HealthDialog = lazy(() => import('../health/health-dialog').then((part) => ({ default: part.HealthDialog })))

/** The dialog that is open, if one is; all but the palette. */
export function EveryDialog() {
  const dialog = useView((view) => view.dialog)
  const close = useView((view) => view.close)
  switch (dialog?.kind) {
    case undefined:
    // Not among them: people type into it at once, and what they type would go elsewhere until it is read (dialogs.tsx).
    case 'palette':
      return null
    case 'settings':
      return <SettingsDialog section={dialog.section} onClose={close} />
    case 'import':
      return <ImportDialog key={dialog.file.token} file={dialog.file} onClose={close} />
    case 'health':
      return (
        <Suspense fallback={null}>
          <HealthDialog onClose={close} />
        </Suspense>
      )
    case 'licences':
      return <LicencesDialog onClose={close} />
    case 'shortcuts':
      return <ShortcutSheet onClose={close} />
    case 'merge':
      return (
        <MergeDialog source={dialog.source} target={dialog.target} suggestion={dialog.suggestion} onClose={close} />
      )
    case 'merge-several':
      return <MergeSeveralDialog onClose={close} />
    case 'command':
      return <CommandDialog line={dialog.line} command={dialog.command} onClose={close} />
    case 'split':
      return <SplitDialog source={dialog.source} suggestion={dialog.suggestion} onClose={close} />
    case 'rename':
      return <RenameDialog bucket={dialog.bucket} onClose={close} />
    case 'rename-segment':
      return <RenameSegmentDialog segment={dialog.segment} onClose={close} />
    case 'summary':
      return <SummaryDialog bucket={dialog.bucket} onClose={close} />
    case 'move':
      return <MoveDialog messageIds={dialog.messageIds} onClose={close} />
    case 'context':
      return <ContextDialog onClose={close} />
    case 'dry-run':
      return <DryRunDialog onClose={close} />
    case 'task':
      return <TaskDialog task={dialog.task} onClose={close} />
    case 'memory':
      return <MemoryDialog memory={dialog.memory} editing={dialog.editing === true} onClose={close} />
    case 'new-memory':
      return <AddDialog onClose={close} />
    case 'erase-memory':
      return <EraseDialog memory={dialog.memory} onClose={close} />
    case 'erase':
      return <ErasePartDialog part={dialog.part} named={dialog.named} onClose={close} />
    case 'memory-file':
      return <FileDialog onClose={close} />
  }
}
