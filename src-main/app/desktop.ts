import type { AppWideEvent } from '@shared/contract'
import type { RescueView } from '@shared/contract/backups'
import type { DesktopWord } from '@shared/contract/desktop'
import type { ProfileId } from '@shared/ids'
import type { ChosenFiles } from '../transfer/chosen-files'

/** What only a desktop can do: dialogs, the browser. The command line leaves them out. */
export interface Desktop {
  /** What the person chose or dropped, by tokens. */
  readonly chosen: ChosenFiles
  /** Null if the person cancelled. */
  chooseFile(purpose: 'import' | 'import-folder' | 'model' | 'model-folder' | 'backup'): Promise<string | null>
  /** Shows a file in the system's own window for files. */
  showInFolder(path: string): void
  /** What the window stored in its browser is on disk now. */
  keepDrafts(): void
  /** Asks the person, then opens their browser. */
  openLink(url: string): Promise<void>
  /** Where an export goes; null if the person cancelled. `folder` is proposed and made when it is needed. */
  chooseExportFile(folder: string, name: string): Promise<string | null>
  /** How main says what it shows outside of the window. */
  words(words: Partial<Record<DesktopWord, string>>): void
  /** Closes the small window for jotting something down. */
  closeJot(): void
  /** A folder a person picks; null if they cancelled. */
  chooseFolder(purpose: 'backups' | 'updates'): Promise<string | null>
  /** A package of the app that a person fetched; null if they cancelled. */
  choosePackage(): Promise<string | null>
  /**
   * Closes the store, puts a backup in its place and opens that; the window begins anew.
   * @param keepBefore what was there is kept aside: it is in no backup
   */
  restoreBackup(id: string, keepBefore: boolean): Promise<void>
  /** Closes the store, reads out what can be read of it and opens that; the window begins anew. */
  rescueStore(): Promise<RescueView>
  /** Ends the open profile in order and opens another; the window is told. */
  openProfile(profile: { id: ProfileId; name: string }): Promise<void>
  /** Tells the window something that no open profile has to do with. */
  tell(event: AppWideEvent): void
}
