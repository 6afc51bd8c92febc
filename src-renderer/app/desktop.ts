import { DESKTOP_WORDS, type DesktopWord, type WindowAction } from '@shared/contract/desktop'
import { say } from '../ui/toast-store'
import { ask } from './ask'
import { focus } from './hotkeys'
import { i18n } from './i18n'
import { useView } from './view'

const TABS: ReadonlySet<WindowAction> = new Set(['manifest', 'receipts', 'memory', 'heartbeat'])

const isTab = (action: WindowAction): action is 'manifest' | 'receipts' | 'memory' | 'heartbeat' => TABS.has(action)

/** Does what was chosen in the menu or the tray. */
export function runAction(action: WindowAction): void {
  const view = useView.getState()
  if (isTab(action)) return view.showTab(action)
  switch (action) {
    case 'palette':
    case 'shortcuts':
    case 'health':
      return view.open({ kind: action })
    case 'settings':
      return view.open({ kind: 'settings', section: 'appearance' })
    case 'import':
      return view.open({ kind: 'settings', section: 'import' })
    case 'composer':
      return focus('composer')
    case 'filter':
      return focus('bucket-filter')
    case 'panel':
      return view.setPanel(!view.panelOpen)
    case 'everything':
      return view.openBucket(null)
    case 'newest':
      return view.toEnd()
    case 'tidy':
      ask('janitor.tidy', { dryRun: false }).then(
        ({ lines }) => say(i18n.t('tidy.done', { count: lines.length })),
        (error: Error) => say(error.message, { tone: 'error' }),
      )
  }
}

/** Tells main how to say what it shows outside of the window; again whenever the language changes. */
export function tellWords(): () => void {
  const tell = (): void => {
    const words = DESKTOP_WORDS.map((word): [DesktopWord, string] => [word, i18n.t(`desktop.${word}`)])
    ask('desktop.words', Object.fromEntries(words)).catch(() => undefined) // the store is not open: nothing to be done there
  }
  tell()
  i18n.on('languageChanged', tell)
  return () => i18n.off('languageChanged', tell)
}
