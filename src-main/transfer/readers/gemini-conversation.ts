/** Gemini in a workspace, from Google Takeout: `Conversation History/conversation_3.txt`, JSON with one conversation a file. */
import { timeOf } from '../times'
import type { Attachment, ImportedConversation } from '../types'
import { labelOf, paragraphs } from './attachments'
import { titledPlace, WITHOUT_TIME } from './context'
import { conversationOf, type Draft } from './conversation-draft'
import { type Fields, fieldsIn, fieldsOf, stringsOf, wordsOf } from './fields'
import type { FileContext } from './index'

/**
 * The turns in their order; of those with the same index, which are edited questions and answers asked for again, the last is shown.
 * Null, counted with a reason, if it is no conversation or nothing was said in it.
 */
export function readGeminiConversation(value: unknown, context: FileContext): ImportedConversation | null {
  const { tally, name, prefix, writtenAt } = context
  const conversation = fieldsOf(value)
  const file = (name.split('/').at(-1) ?? name).replace(/\.\w+$/, '')
  const title = wordsOf(conversation?.title)?.trim() ?? null
  const place = titledPlace(`${prefix}“${file}”`, title)
  if (!conversation || !Array.isArray(conversation.conversation_turns)) {
    tally.fail(`${place}: it is not a Gemini conversation`, true)
    return null
  }
  const drafts = new Map<string, Draft>()
  const others: { at: string; draft: Draft }[] = []
  for (const [index, turn] of conversation.conversation_turns.entries()) {
    const draft = draftOf(fieldsOf(turn), index)
    if (draft === null) tally.fail(`${place}, turn ${index + 1}: it is of nobody known here`)
    else if (draft.text === '') tally.skip('messages without words')
    else {
      const before = drafts.get(draft.id)
      if (before) others.push({ at: draft.id, draft: { ...before, id: `${draft.id}-${others.length + 1}` } })
      drafts.delete(draft.id)
      drafts.set(draft.id, draft)
    }
  }
  if (drafts.size === 0) tally.leave('conversations without a message')
  const createdAt = timeOf(conversation.creation_time)
  const all = [...drafts.values()]
  if (all.length > 0 && createdAt === null && all.every(({ at }) => at === null)) tally.leave(WITHOUT_TIME)
  return conversationOf(
    {
      // Files are counted anew in every export; when a conversation began stays.
      id: `gemini-${createdAt === null ? file : new Date(createdAt).toISOString()}`,
      title,
      fallbackAt: createdAt ?? writtenAt,
      drafts: all,
      others: others.map(({ at, draft }) => ({ at: all.findIndex(({ id }) => id === at), drafts: [draft] })),
      shared: {},
    },
    place,
    tally,
  )
}

function draftOf(turn: Fields | null, place: number): Draft | null {
  const [asked, answered] = [fieldsOf(turn?.user_turn), fieldsOf(turn?.system_turn)]
  const said = asked ?? answered
  if (!said) return null
  const index = typeof said.turn_index === 'number' ? said.turn_index : place
  const base = { id: `${asked ? 'user' : 'model'}-${index}`, at: timeOf(said.turn_last_modified) }
  if (asked) return { ...base, role: 'user', text: wordsOf(asked.prompt)?.trim() ?? '' }
  const attachments = stringsOf(said.images).map((name): Attachment => ({ kind: 'image', name }))
  const words = fieldsIn(said.text).flatMap((part) => [
    wordsOf(part.data) ?? '',
    ...fieldsIn(part.cards).map((card) => wordsOf(card.content) ?? ''),
  ])
  const thinking = paragraphs(
    fieldsIn(said.model_thoughts).map(({ headline, description }) =>
      [wordsOf(headline), wordsOf(description)].filter((part) => part !== null).join('\n'),
    ),
  )
  return {
    ...base,
    role: 'assistant',
    text: paragraphs([...words, ...attachments.map(labelOf)]),
    thinking: thinking === '' ? null : thinking,
    attachments,
    model: 'Gemini',
  }
}
