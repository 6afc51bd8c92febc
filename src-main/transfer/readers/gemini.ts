/** Gemini, from Google Takeout: `My Activity/Gemini Apps/MyActivity.json`, one prompt with its answer an entry, newest first. */
import TurndownService from 'turndown'
import { timeOf } from '../times'
import {
  type Attachment,
  externalIdOf,
  type ImportedConversation,
  type ImportedMessage,
  importedMessage,
} from '../types'
import { kindOf, labelOf, paragraphs } from './attachments'
import { type Fields, fieldsIn, fieldsOf, listOf, stringsOf, wordsOf } from './fields'
import type { FileContext } from './index'

/** The export knows no conversations: prompts that follow one another within this time are taken for one. */
const PAUSE_MS = 60 * 60_000
const VERB = /^(?:Prompted(?: with)?:?|Asked(?: Gemini| Bard)?:?|Said|Answered|Branched)\s+/i
/** What else a person does there, with the answer's words below it: none of it was said to the model. */
const NOT_SAID =
  /^(?:Created|Used|Added|Gave|Selected|Shared|Deleted|Viewed|Visited|Searched|Watched|Edited|Pinned|Renamed|Exported|Updated)\s/
const ATTACHED = /\s*Attached \d+ files?\.?\s*$/i

/** Conversations in the order of the file. `entries` is read as it comes: memory is bounded by one conversation. */
export async function* readGemini(
  entries: AsyncIterable<unknown>,
  context: FileContext,
): AsyncGenerator<ImportedConversation, number> {
  const { tally, prefix } = context
  const turndown = new TurndownService({ codeBlockStyle: 'fenced', headingStyle: 'atx', bulletListMarker: '-' })
  turndown.escape = (text) => text
  let open: ImportedMessage[] = []
  let lastAt: number | null = null
  let number = 0
  for await (const value of entries) {
    number += 1
    const entry = fieldsOf(value)
    const at = timeOf(entry?.time)
    const place = `${prefix}${prefix === '' ? 'Entry' : 'entry'} ${number}`
    if (!entry || at === null) {
      tally.fail(`${place}: ${entry ? 'its “time” is not a time' : 'it is not an activity'}`)
      continue
    }
    const messages = messagesOf(entry, at, turndown)
    if (messages.length === 0) {
      tally.skip(isGemini(entry) ? 'activities that are no prompts' : 'activities in other programs')
      continue
    }
    if (lastAt !== null && Math.abs(lastAt - at) > PAUSE_MS) {
      yield conversationOf(open)
      open = []
    }
    lastAt = at
    open.push(...messages)
    tally.read(messages.length)
  }
  if (open.length > 0) yield conversationOf(open)
  return number
}

/** Named by its first prompt, which stays when later ones come. */
function conversationOf(messages: ImportedMessage[]): ImportedConversation {
  const ordered = [...messages].sort((a, b) => a.at - b.at || (a.role === b.role ? 0 : a.role === 'user' ? -1 : 1))
  const conv = `gemini-${new Date(ordered[0]?.at ?? 0).toISOString()}`
  return { externalId: conv, title: null, messages: ordered.map((message) => ({ ...message, conv })) }
}

/** Takeout writes the activity in every program in this form; the labels are translated and keep the name. */
function isGemini({ header, products }: Fields): boolean {
  const labels = [...stringsOf([header]), ...stringsOf(products)].filter((label) => label.trim() !== '')
  return labels.length === 0 || labels.some((label) => /gemini|bard/i.test(label))
}

function messagesOf(entry: Fields, at: number, turndown: TurndownService): ImportedMessage[] {
  const title = wordsOf(entry.title)
  const html = [
    ...fieldsIn(entry.safeHtmlItem),
    ...(fieldsOf(entry.safeHtmlItem) ? [fieldsOf(entry.safeHtmlItem)] : []),
  ]
  const answer = paragraphs(
    html.map((item) => turndown.turndown(wordsOf(item?.html) ?? wordsOf(item?.htmlValue) ?? '')),
  )
  if (title === null || !isGemini(entry) || NOT_SAID.test(title) || (!VERB.test(title) && answer === '')) return []
  const names = [
    ...stringsOf(entry.attachedFiles),
    ...stringsOf(listOf(entry.imageFile)),
    ...stringsOf([entry.imageFile]),
  ]
  const attachments = names.map((name): Attachment => ({ kind: kindOf(name), name: name.split('/').at(-1) ?? name }))
  const prompt = paragraphs([title.replace(VERB, '').replace(ATTACHED, ''), ...attachments.map(labelOf)])
  // Its place among conversations may change in a newer export; its time does not.
  const id = new Date(at).toISOString()
  const base = { conv: 'gemini', at }
  return [
    importedMessage({
      ...base,
      externalId: externalIdOf('gemini', `${id}-prompt`),
      role: 'user',
      author: 'user',
      text: prompt,
      attachments,
    }),
    ...(answer === ''
      ? []
      : [
          importedMessage({
            ...base,
            externalId: externalIdOf('gemini', `${id}-answer`),
            role: 'assistant',
            author: 'assistant',
            text: answer,
            model: 'Gemini',
          }),
        ]),
  ]
}
