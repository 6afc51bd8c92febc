import { MOST_FILE_BYTES, MOST_FILES } from '@shared/attached-file'
import { type Attachment, plainName } from '@shared/text/attachments'
import { ask } from '../../app/ask'
import { bridge } from '../../app/bridge'
import { i18n } from '../../app/i18n'
import { useView } from '../../app/view'
import { say } from '../../ui/toast-store'
import { type Thread, useDrafts } from './draft'
import { readPicture } from './picture'

/** Larger texts are no part of a message. Bytes. */
const MOST_TEXT_BYTES = 4_000_000

/** What exports of conversations are made of: looked at for an import. */
const PACKED = /\.(?:zip|gz|tgz|tar|catchment|catchment-backup|db|sqlite)$/iu
const WRITTEN = /\.(?:json|jsonl|html?)$/iu
const PICTURE = /\.(?:png|jpe?g|gif|webp)$/iu
const isPicture = ({ name, type }: File): boolean => type.startsWith('image/') || PICTURE.test(name)
const isPdf = ({ name, type }: File): boolean => type === 'application/pdf' || /\.pdf$/iu.test(name)

const refuse = (why: Refusal, name: string): void => say(i18n.t(`attach.${why}`, { name }), { tone: 'error' })
type Refusal =
  | 'noText'
  | 'tooLarge'
  | 'fileTooLarge'
  | 'empty'
  | 'badImage'
  | 'otherImage'
  | 'pdfLocked'
  | 'pdfBroken'
  | 'pdfSlow'
const OF_PDF = { locked: 'pdfLocked', broken: 'pdfBroken', slow: 'pdfSlow' } as const

/** The text of a file, or null if it holds something else than text. */
export async function readText(file: File): Promise<string | null> {
  const bytes = await file.arrayBuffer()
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\u0000') ? null : text
  } catch {
    return null
  }
}

/**
 * What a person brings in, by a drop, a paste or the button: an export of conversations is looked at for an import, anything else
 * goes beside what is being written, each as a chip; what cannot is said in a sentence.
 */
export async function attach(thread: Thread, files: readonly File[]): Promise<void> {
  for (const file of files) {
    if (await importInstead(file)) return
    const end = useDrafts.getState().beginReading(thread)
    try {
      const held = useDrafts.getState().pasted[thread] ?? []
      if (held.filter((part) => typeof part !== 'string').length >= MOST_FILES) {
        say(i18n.t('attach.tooMany', { count: MOST_FILES }), { tone: 'error' })
        return
      }
      const read = await readOne(file, nameBeside(thread, file))
      if (read) useDrafts.getState().paste(thread, read)
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), { tone: 'error' })
    } finally {
      end()
    }
  }
}

/** True if it was an export: the question whether it is taken in is before the person then. */
async function importInstead(file: File): Promise<boolean> {
  if (!PACKED.test(file.name) && !WRITTEN.test(file.name)) return false
  const chosen = await bridge().dropped(file)
  // a picture of a file without a place on the disk, such as one that was pasted, is what it looks like
  if (!chosen.ok) return false
  if (WRITTEN.test(file.name) && file.size <= MOST_TEXT_BYTES && !(await holdsTalk(chosen.data.token))) return false
  useView.getState().open({ kind: 'import', file: chosen.data })
  return true
}

/** Whether there is a conversation in it: code and pages are written in the same forms. */
const holdsTalk = (token: string): Promise<boolean> =>
  ask('transfer.preview', { token }).then(
    ({ read, broken }) => read > 0 || broken !== null,
    (error: Error & { code?: string }) => error.code === 'wrong_passphrase',
  )

async function readOne(file: File, name: string): Promise<Attachment | null> {
  if (file.size === 0) return refused('empty', name)
  if (isPicture(file)) return readImage(file, name)
  if (isPdf(file)) return readPdf(file, name)
  if (file.size > MOST_TEXT_BYTES) return refused('tooLarge', name)
  const text = await readText(file)
  if (text === null) return refused('noText', name)
  return text.trim() === '' ? refused('empty', name) : { name, text }
}

async function readImage(file: File, name: string): Promise<Attachment | null> {
  // what is drawn by words is a text
  if (file.type === 'image/svg+xml') {
    const text = await readText(file)
    return text === null ? refused('noText', name) : { name, text }
  }
  if (file.size > MOST_FILE_BYTES) return refused('fileTooLarge', name)
  if (!PICTURE.test(file.name) && !/^image\/(?:png|jpeg|gif|webp)$/u.test(file.type)) return refused('otherImage', name)
  const image = await readPicture(file)
  if (!image) return refused('badImage', name)
  const answer = await ask('attachments.add', { name, bytes: await bytesOf(file), image })
  return answer.kind === 'added' ? { name: answer.file.name, text: null, file: answer.file } : refused('badImage', name)
}

async function readPdf(file: File, name: string): Promise<Attachment | null> {
  if (file.size > MOST_FILE_BYTES) return refused('fileTooLarge', name)
  const bytes = await bytesOf(file)
  if (!new TextDecoder('latin1').decode(bytes.subarray(0, 1_024)).includes('%PDF-')) return refused('pdfBroken', name)
  const answer = await ask('attachments.add', { name, bytes })
  if (answer.kind === 'refused') return refused(OF_PDF[answer.why], name)
  const { pages = 0 } = answer.file
  if (answer.text === null) say(i18n.t('attach.pdfSilent', { name }))
  else if (answer.pagesRead !== null) say(i18n.t('attach.pdfLong', { name, read: answer.pagesRead, count: pages }))
  return { name: answer.file.name, text: answer.text, file: answer.file }
}

function refused(why: Refusal, name: string): null {
  refuse(why, name)
  return null
}

const bytesOf = async (file: File): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer())

/** A name that nothing else beside the message has: pictures that are pasted are all called the same. */
function nameBeside(thread: Thread, { name: called }: File): string {
  const name = plainName(called)
  const held = new Set(
    (useDrafts.getState().pasted[thread] ?? []).flatMap((part) => (typeof part === 'string' ? [] : [part.name])),
  )
  if (!held.has(name)) return name
  const [, stem = name, ending = ''] = /^(.*?)(\.[^.]*)?$/u.exec(name) ?? []
  for (let n = 2; ; n++) if (!held.has(`${stem} ${n}${ending}`)) return `${stem} ${n}${ending}`
}
