import { say } from '../ui/toast-store'
import { i18n } from './i18n'

/** Puts text on the clipboard. True if it is there; otherwise the person is told. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // permissions are denied wholesale (05-trust); the old command needs none, only a selection
    if (copyBySelection(text)) return true
    say(i18n.t('common.copyFailed'), { tone: 'error' })
    return false
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  const focused = document.activeElement
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return done
}
