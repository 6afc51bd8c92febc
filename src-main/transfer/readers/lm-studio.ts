/** A conversation of LM Studio (`*.conversation.json`): messages with versions, of which one is selected. */
import { timeOf } from '../times'
import type { ImportedConversation } from '../types'
import { labelOf, paragraphs } from './attachments'
import { type ReadContext, titledPlace, WITHOUT_TIME } from './context'
import { conversationOf, type Draft, type DraftedBranch } from './conversation-draft'
import { type Fields, fieldsIn, fieldsOf, lostIn, nameOf, wordsOf } from './fields'

export function readLmStudio(value: unknown, context: ReadContext): ImportedConversation | null {
  const { tally } = context
  const conversation = fieldsOf(value)
  if (!conversation || !Array.isArray(conversation.messages)) {
    tally.fail(`${context.place}: it is not an LM Studio conversation`, true)
    return null
  }
  const title = wordsOf(conversation.name)?.trim() ?? null
  const place = titledPlace(context.place, title)
  const createdAt = timeOf(conversation.createdAt)
  if (conversation.messages.length === 0) tally.leave('conversations without a message')
  for (let lost = lostIn(conversation.messages); lost > 0; lost -= 1)
    tally.fail(`${place}: a message is empty in the file`)
  const others: DraftedBranch[] = []
  const drafts = fieldsIn(conversation.messages).flatMap((message, index): Draft[] => {
    const versions = fieldsIn(message.versions)
    const selected = typeof message.currentlySelected === 'number' ? message.currentlySelected : versions.length - 1
    const version = versions[selected] ?? versions.at(-1) ?? message
    for (const [number, other] of versions.entries())
      if (other !== version) others.push({ at: index, drafts: draftOf(other, `${index + 1}-${number + 1}`) })
    return draftOf(version, `${index + 1}`)
  })
  function draftOf(version: Fields, id: string): Draft[] {
    const role = version.role === 'user' || version.role === 'assistant' ? version.role : null
    const draft = role && saidIn(version)
    if (role === null || draft === null || draft.text === '') {
      tally.skip(role === null ? 'messages of the program itself' : 'messages without words')
      return []
    }
    return [{ id, role, ...draft }]
  }
  if (drafts.length > 0 && createdAt === null && drafts.every(({ at }) => at === null)) tally.leave(WITHOUT_TIME)
  return conversationOf(
    {
      // The file knows no id; when it began is as good, two begin never in the same millisecond.
      id: nameOf(conversation.id) ?? `lm-studio-${createdAt ?? title ?? context.place}`,
      title,
      fallbackAt: createdAt ?? context.nearbyAt,
      drafts,
      order: fieldsIn(conversation.messages).map((_, index) => `${index + 1}`),
      others,
      shared: {},
    },
    place,
    tally,
  )
}

type Said = Pick<Draft, 'text' | 'thinking' | 'tools' | 'attachments' | 'model' | 'at'> & { text: string }

function saidIn(version: Fields): Said {
  const steps = version.type === 'multiStep' ? fieldsIn(version.steps) : [version]
  const texts: string[] = []
  const thoughts: string[] = []
  const attachments = fieldsIn(version.content)
    .filter(({ type }) => type === 'file')
    .map((file) => ({
      kind: file.fileType === 'image' ? ('image' as const) : ('file' as const),
      name: wordsOf(file.fileName) ?? wordsOf(file.name) ?? '',
    }))
  let at: number | null = null
  const tools = new Set<string>()
  for (const step of steps) {
    for (const part of fieldsIn(step.content))
      if (part.type === 'toolCallRequest')
        tools.add(wordsOf(part.name) ?? wordsOf(fieldsOf(part.toolCallRequest)?.name) ?? 'tool')
    // `1731421340254-0.93…`: a step is named by its time.
    at ??= timeOf(Number(/^(\d{13})-/.exec(wordsOf(step.stepIdentifier) ?? '')?.[1] ?? Number.NaN))
    const words = paragraphs(fieldsIn(step.content).map(({ type, text }) => (type === 'text' && wordsOf(text)) || ''))
    if (fieldsOf(step.style)?.type === 'thinking') thoughts.push(words)
    else if (step.type !== 'debugInfoBlock') texts.push(words)
  }
  const thinking = paragraphs(thoughts)
  const model = wordsOf(fieldsOf(version.senderInfo)?.senderName)
  return {
    text: paragraphs([...texts, ...attachments.map(labelOf)]),
    thinking: thinking === '' ? null : thinking,
    tools: [...tools],
    attachments,
    model,
    at,
  }
}
