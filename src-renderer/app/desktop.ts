import { DESKTOP_WORDS, type DesktopWord, type WindowAction } from '@shared/contract/desktop'
import { say } from '../ui/toast-store'
import { ask } from './ask'
import { focus } from './hotkeys'
import { i18n } from './i18n'
import { useView } from './view'

type View = ReturnType<typeof useView.getState>

const ACTS: Record<WindowAction, (view: View) => void> = {
  palette: (view) => view.open({ kind: 'palette' }),
  shortcuts: (view) => view.open({ kind: 'shortcuts' }),
  health: (view) => view.open({ kind: 'health' }),
  licences: (view) => view.open({ kind: 'licences' }),
  settings: (view) => view.open({ kind: 'settings', section: 'appearance' }),
  import: (view) => view.open({ kind: 'settings', section: 'import' }),
  composer: () => focus('composer'),
  filter: () => focus('bucket-filter'),
  panel: (view) => view.setPanel(!view.panelOpen),
  manifest: (view) => view.showTab('manifest'),
  receipts: (view) => view.showTab('receipts'),
  memory: (view) => view.showTab('memory'),
  heartbeat: (view) => view.showTab('heartbeat'),
  everything: (view) => view.openBucket(null),
  newest: (view) => view.toEnd(),
  tidy() {
    ask('janitor.tidy', { dryRun: false }).then(
      ({ lines }) => say(i18n.t('tidy.done', { count: lines.length })),
      (error: Error) => say(error.message, { tone: 'error' }),
    )
  },
}

/** Does what was chosen in the menu or the tray. */
export const runAction = (action: WindowAction): void => ACTS[action](useView.getState())

/** Tells main how to say what it shows outside of the window; again whenever the language changes. */
export function tellWords(): () => void {
  const tell = (): void => {
    const words = DESKTOP_WORDS.map((word): [DesktopWord, string] => [word, i18n.t(`desktop.${word}`)])
    ask('desktop.words', Object.fromEntries(words) as Record<DesktopWord, string>).catch(() => undefined) // the store is not open: nothing to be done there
  }
  tell()
  i18n.on('languageChanged', tell)
  return () => i18n.off('languageChanged', tell)
}
