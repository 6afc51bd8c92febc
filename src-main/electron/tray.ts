import { Menu, type NativeImage, nativeImage, Tray } from 'electron'
import type { WordBook } from './word-book'

const SIZE_PX = 32

/** The app's mark, drawn: a ring with a dot in it. White on most trays is lost, so it has the accent's colour. */
function mark(): NativeImage {
  const pixels = Buffer.alloc(SIZE_PX * SIZE_PX * 4)
  const middle = (SIZE_PX - 1) / 2
  for (let y = 0; y < SIZE_PX; y++)
    for (let x = 0; x < SIZE_PX; x++) {
      const away = Math.hypot(x - middle, y - middle)
      if (away > 5.5 && (away < 10 || away > 14)) continue
      // BGRA
      pixels.set([0x9a, 0x8c, 0x1f, 0xff], (y * SIZE_PX + x) * 4)
    }
  return nativeImage.createFromBitmap(pixels, { width: SIZE_PX, height: SIZE_PX, scaleFactor: 2 })
}

interface TrayActs {
  open(): void
  jot(): void
  quit(): void
}

/** The app's sign in the system's tray, as long as a person wants it there. */
export function createTray(words: WordBook, acts: TrayActs) {
  let tray: Tray | null = null
  const menu = (): Menu =>
    Menu.buildFromTemplate([
      { label: words.say('open'), click: acts.open },
      { label: words.say('jot'), click: acts.jot },
      { type: 'separator' },
      { label: words.say('quit'), click: acts.quit },
    ])
  return {
    /** Whether the window may hide, since there is a way back to it. */
    get isThere(): boolean {
      return tray !== null && !tray.isDestroyed()
    },
    show(wanted: boolean): void {
      if (!wanted) {
        tray?.destroy()
        tray = null
        return
      }
      if (tray === null) {
        tray = new Tray(mark())
        tray.setToolTip('Catchment')
        tray.on('click', acts.open)
      }
      tray.setContextMenu(menu())
    },
  }
}
