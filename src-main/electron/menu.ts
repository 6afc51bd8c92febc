import type { WindowAction } from '@shared/contract/desktop'
import { Menu, type MenuItemConstructorOptions } from 'electron'
import type { WordBook } from './word-book'

/** The keys of the window's own actions. The window listens to them itself; the menu only shows them. */
const KEYS: Partial<Record<WindowAction, string>> = {
  palette: 'CommandOrControl+K',
  settings: 'CommandOrControl+,',
  composer: 'CommandOrControl+L',
  filter: 'CommandOrControl+Shift+F',
  panel: 'CommandOrControl+J',
  health: 'CommandOrControl+Shift+H',
  everything: 'Escape',
  shortcuts: 'Shift+/',
}

interface MenuActs {
  act(action: WindowAction): void
  jot(): void
  /** The key that works outside of the window; empty: none. */
  jotKey: string
  quit(): void
}

/** The application's menu: every action with its key, in the language of the window. No developer tools in a packaged app. */
export function installMenu(packaged: boolean, words: WordBook, { act, jot, jotKey, quit }: MenuActs): void {
  const own = (action: WindowAction): MenuItemConstructorOptions => ({
    label: words.say(action),
    ...(KEYS[action] ? { accelerator: KEYS[action], registerAccelerator: false } : {}),
    click: () => act(action),
  })
  const isMac = process.platform === 'darwin'
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' } satisfies MenuItemConstructorOptions] : []),
    {
      label: words.say('file'),
      submenu: [
        { label: words.say('jot'), ...(jotKey ? { accelerator: jotKey, registerAccelerator: false } : {}), click: jot },
        own('import'),
        { type: 'separator' },
        own('settings'),
        { type: 'separator' },
        { label: words.say('quit'), accelerator: 'CommandOrControl+Q', click: quit },
      ],
    },
    {
      label: words.say('edit'),
      submenu: [
        { role: 'undo', label: words.say('undo') },
        { role: 'redo', label: words.say('redo') },
        { type: 'separator' },
        { role: 'cut', label: words.say('cut') },
        { role: 'copy', label: words.say('copy') },
        { role: 'paste', label: words.say('paste') },
        { role: 'selectAll', label: words.say('selectAll') },
        { type: 'separator' },
        own('palette'),
        own('filter'),
      ],
    },
    {
      label: words.say('view'),
      submenu: [
        own('panel'),
        own('manifest'),
        own('receipts'),
        own('memory'),
        own('heartbeat'),
        own('health'),
        { type: 'separator' },
        { role: 'resetZoom', label: words.say('resetZoom') },
        { role: 'zoomIn', label: words.say('zoomIn') },
        // the key as it is on most keyboards, where + is with Shift
        { role: 'zoomIn', accelerator: 'CommandOrControl+=', visible: false, acceleratorWorksWhenHidden: true },
        { role: 'zoomOut', label: words.say('zoomOut') },
        { role: 'togglefullscreen', label: words.say('fullScreen') },
        ...(packaged ? [] : [{ type: 'separator' as const }, { role: 'toggleDevTools' as const }]),
      ],
    },
    {
      label: words.say('go'),
      submenu: [own('everything'), own('newest'), own('composer'), { type: 'separator' }, own('tidy')],
    },
    { label: words.say('help'), submenu: [own('shortcuts'), own('licences')] },
  ]
  Menu.setApplicationMenu(words.isTold ? Menu.buildFromTemplate(template) : beforeWords(isMac))
}

/** Until the window has told its words: the platform's own menus, so that editing keys work from the first second. */
const beforeWords = (isMac: boolean): Menu =>
  Menu.buildFromTemplate([
    ...(isMac ? [{ role: 'appMenu' } satisfies MenuItemConstructorOptions] : []),
    { role: 'fileMenu' },
    { role: 'editMenu' },
    { role: 'windowMenu' },
  ])
