import type { TextAttachment } from '@shared/text/attachments'
import { i18n } from '../../app/i18n'
import { say } from '../../ui/toast-store'
import { type Thread, useDrafts } from './draft'

/** Larger files are no part of a message. Bytes. */
const MOST_BYTES = 4_000_000

/** The text of a file, or null if it holds something else than text. */
export async function readText(file: File): Promise<TextAttachment | null> {
  const bytes = await file.arrayBuffer()
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\u0000') ? null : { name: file.name, text }
  } catch {
    return null
  }
}

/** Puts files beside what is being written, each as a chip; says which could not be. */
export async function attach(thread: Thread, files: readonly File[]): Promise<void> {
  for (const file of files) {
    if (file.size > MOST_BYTES) {
      say(i18n.t('attach.tooLarge', { name: file.name }), { tone: 'error' })
      continue
    }
    const read = await readText(file)
    if (read === null) say(i18n.t('attach.noText', { name: file.name }), { tone: 'error' })
    else if (read.text.trim() === '') say(i18n.t('attach.empty', { name: file.name }), { tone: 'error' })
    else useDrafts.getState().paste(thread, read)
  }
}
