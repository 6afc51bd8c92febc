/** What a person is told about their file, in sentences. */
import type { FileState } from './disk'
import type { Edits } from './read-edits'
import { FILE_NAME, SECTIONS } from './types'

export const GONE = `${FILE_NAME} was gone and was written anew. Nothing was forgotten.`
export const EMPTY = `${FILE_NAME} was empty and was written anew. Nothing was forgotten.`

const WHAT: Record<Extract<FileState, { kind: 'unreadable' }>['why'] | 'no headings', string> = {
  'not text': 'held something that is no text',
  'too long': 'was too long to be read',
  'a link': 'was a link to another place',
  'not a file': 'was no file',
  'no headings': 'had none of its headings left',
}

export const unreadable = (why: keyof typeof WHAT, name: string): string =>
  `${FILE_NAME} ${WHAT[why]} and was written anew. What stood there was kept as ${name}; nothing was forgotten.`

export const notWritten = (why: string): string =>
  `${FILE_NAME} could not be written: ${why}. Your memories are kept, and it is tried again.`

const MAX_QUOTED = 60

/** What of a person's edit did not go as it looks; null if all of it did. */
export function aboutEdits(
  edits: Pick<Edits, 'lost' | 'kept' | 'unreadable'>,
  refused: readonly string[],
): string | null {
  const { lost, kept, unreadable: lines } = edits
  const headings = lost.map((key) => `“${SECTIONS.find((s) => s.key === key)?.heading ?? key}”`)
  const sentences = [
    ...(headings.length > 0
      ? [`The heading ${headings.join(', ')} was missing in ${FILE_NAME} and was put back.`]
      : []),
    ...(kept > 0
      ? [`${count(kept, 'line')} missing, but it is not certain that you deleted them, so nothing was forgotten.`]
      : []),
    ...(lines.length > 0
      ? [`${count(lines.length, 'line')} too long to be taken over, beginning with “${beginning(lines[0] ?? '')}”.`]
      : []),
    ...refused,
  ]
  return sentences.length === 0 ? null : sentences.join(' ')
}

const count = (n: number, what: string): string => (n === 1 ? `One ${what} was` : `${n} ${what}s were`)

const beginning = (text: string): string => (text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED)}…`)
