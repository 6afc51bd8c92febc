/** Rows of a SillyTavern chat: a head with both names, then one message a line with its “swipes” (other answers). */
import { timeOf } from '../times'
import { type Attachment, type Collection, externalIdOf, importedMessage, type OtherMessage } from '../types'
import { labelOf, paragraphs } from './attachments'
import { type Fields, fieldsOf, listOf, nameOf, parsedFields, wordsOf } from './fields'
import type { FileContext } from './index'
import type { Row } from './jsonl-row'

export class SillyTavernRows {
  private readonly conv: string
  private character: string | null
  private lastAt: number | null = null

  constructor(private readonly context: FileContext) {
    const parts = context.name.split('/')
    this.conv = `sillytavern/${context.name.replace(/\.jsonl$/i, '')}`
    this.character = parts.at(-2) ?? null
  }

  read(line: string, number: number): Row {
    const row = parsedFields(line)
    if (row === null) return { kind: 'broken', reason: 'it is not a JSON object', foreign: true }
    if (!('mes' in row)) {
      const name = nameOf(row.character_name)
      // The head of a group names nobody.
      if (name !== null && name !== 'unused') this.character = name
      return { kind: 'other', type: 'head of the chat' }
    }
    const extra = fieldsOf(row.extra)
    if (isOfProgram(row, extra)) return { kind: 'other', type: 'message of the program itself' }
    const text = wordsOf(row.mes)
    if (text === null) return { kind: 'other', type: 'message without words' }
    const at = tavernTime(row.send_date) ?? this.lastAt ?? this.context.writtenAt
    if (at === null) return { kind: 'broken', reason: 'its “send_date” is not a time' }
    this.lastAt = at
    const role = row.is_user === true ? 'user' : 'assistant'
    const name = nameOf(row.name)
    const picture = wordsOf(extra?.image)
    const attachments: Attachment[] =
      picture === null ? [] : [{ kind: 'image', name: picture.split(/[\\/]/).at(-1) ?? picture }]
    // In a group everybody but the person is an assistant: who speaks stands before the words.
    const speaks = role === 'assistant' && name !== null && this.character !== null && name !== this.character
    const spoken = (words: string): string => (speaks ? `**${name}:** ${words}` : words)
    const shared = {
      conv: this.conv,
      role,
      author: role === 'user' ? (name ?? 'user') : 'assistant',
      at,
      conversationTitle: this.character,
      collection:
        this.character === null ? null : ({ kind: 'folder', name: this.character, named: true } satisfies Collection),
    } as const
    const place = externalIdOf(this.conv, String(number))
    return {
      kind: 'message',
      message: importedMessage({
        ...shared,
        externalId: place,
        text: paragraphs([spoken(text), ...attachments.map(labelOf)]),
        attachments,
        model: role === 'assistant' ? wordsOf(extra?.model) : null,
        thinking: wordsOf(extra?.reasoning),
      }),
      others: otherSwipes(row).map(({ swipe, words }): OtherMessage => {
        const externalId = externalIdOf(this.conv, `${number}-${swipe}`)
        const message = importedMessage({ ...shared, externalId, text: spoken(words) })
        return { ...message, place, follows: false, branch: externalId, position: 0 }
      }),
    }
  }
}

/** Answers that were asked for and wiped away, counted from one. */
function otherSwipes(row: Fields): { swipe: number; words: string }[] {
  const swipes = listOf(row.swipes)
  const named = typeof row.swipe_id === 'number' ? row.swipe_id : -1
  const shown = named in swipes ? named : swipes.indexOf(row.mes)
  return swipes.flatMap((swipe, index) => {
    const words = wordsOf(swipe)
    return words === null || index === shown ? [] : [{ swipe: index + 1, words }]
  })
}

/**
 * What the program says itself. A message that a person hides from the model is `is_system` too, and stays on the screen:
 * it has a kind of its own (`extra.type`) or the program's name only if nobody in the chat wrote it.
 */
const isOfProgram = (row: Fields, extra: Fields | null): boolean =>
  row.is_system === true &&
  (wordsOf(extra?.type) !== null || /^(?:SillyTavern )?System$/i.test(nameOf(row.name) ?? 'System'))

const MONTHS = 'january february march april may june july august september october november december'.split(' ')

/**
 * `2023-5-12 @17h 28m 9s 123ms`, `June 19, 2023 2:20pm`, ISO, or milliseconds. The program writes local time without saying
 * which zone; it is read as UTC, so that an import gives the same everywhere.
 */
export function tavernTime(value: unknown): number | null {
  const known = timeOf(value)
  if (known !== null || typeof value !== 'string') return known
  const at = /^(\d{4})-(\d{1,2})-(\d{1,2})\s*@\s*(\d{1,2})h\s*(\d{1,2})m(?:\s*(\d{1,2})s)?(?:\s*(\d{1,3})ms)?/.exec(
    value,
  )
  if (at) {
    const [, year, month, day, hour, minute, second = '0', ms = '0'] = at
    return timeOf(
      isoOf(Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second), Number(ms)),
    )
  }
  const words = /^([a-z]+) (\d{1,2}), (\d{4}) (\d{1,2}):(\d\d)\s*([ap])m$/i.exec(value)
  const month = MONTHS.indexOf(words?.[1]?.toLowerCase() ?? '')
  if (!words || month < 0) return null
  const hour = (Number(words[4]) % 12) + (words[6]?.toLowerCase() === 'p' ? 12 : 0)
  return timeOf(isoOf(Number(words[3]), month + 1, Number(words[2]), hour, Number(words[5]), 0, 0))
}

function isoOf(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  ms: number,
): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}.${String(ms).padStart(3, '0')}Z`
}
