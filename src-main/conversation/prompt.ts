/** What is sent for one turn: pure, and within a session every prompt begins with the one before it (03-models). */
import type { ToolRound } from '@shared/domain'
import type { ShortId } from '@shared/ids'
import { escapeTags } from '@shared/tags/escape'
import { cutTokens } from '../language/tokens'
import type { ChatImage, ChatMessage } from '../models/types'
import { budgetFor, keepEnds, MESSAGE_OVERHEAD, tokensOf } from './budget'
import { messageText, type PromptMessage } from './message-text'
import { type NewestTurn, newestTurnText, notesOf } from './newest-turn'
import type { Opening, SectionName } from './opening'
import { COLLAPSE_MARKER } from './session-markers'
import { type Entry, firstKept } from './trim'

/** A message of the session that was sent or generated before. */
export type SentMessage = PromptMessage & {
  /** What a model was sent for it, or what it wrote with its tags; null if no model has seen it yet. */
  verbatim: string | null
  /** Tools a model used before it wrote `verbatim`. */
  toolRounds: readonly ToolRound[]
  /** Pictures that came with it, as the model is sent them; left out for one that does not see. */
  images?: readonly ChatImage[]
}

export interface ModelProfile {
  contextTokens: number
  /** False: the `starter` profile (03-models, STARTER). */
  systemPrompt: boolean
  /** The `tags` ability was proved. */
  tags: boolean
  /** It is offered tools, and sees again what they answered before. */
  tools: boolean
}

export interface PromptInput {
  opening: Opening
  /** The session's messages since the opening without the newest turn, oldest first. */
  since: readonly SentMessage[]
  turn: NewestTurn & {
    /** Given when the same turn is asked again: it is sent as it was. */
    verbatim: string | null
    images?: readonly ChatImage[]
  }
  profile: ModelProfile
}

export interface ComposedPrompt {
  messages: ChatMessage[]
  /** The newest turn as it was sent, to be kept with its message. */
  verbatim: string
  /** By o200k_base, with what a template puts around each message. Never above `budgetFor(contextTokens).prompt`. */
  tokens: number
  /** Messages of the opening and the session that are no longer sent. */
  dropped: number
  /** The opening's sections that are sent. */
  sections: readonly Opening['sections'][number][]
  /** What is sent after them, message by message. */
  entries: readonly Entry[]
}

/**
 * Composes the prompt of a turn. `full`: one system message with the opening's sections, then every message as it was sent
 * before, then the newest turn. `starter`: no system message, the session's last exchanges, notes inside the question.
 */
export function composePrompt(input: PromptInput): ComposedPrompt {
  return input.profile.systemPrompt ? full(input) : starter(input)
}

function full({ opening, since, turn, profile }: PromptInput): ComposedPrompt {
  const budget = budgetFor(profile.contextTokens, profile.tools)
  const { tags } = profile
  const sections = fittingSections(opening, budget.opening)
  const system = joined(sections)
  const before = [...opening.continuity, ...opening.active].map(({ role, text }) => entry(role, text))
  const said = sessionEntries(opening, since, profile)
  const last = since.at(-1) ?? opening.active.at(-1) ?? opening.continuity.at(-1)
  const systemTokens = system === '' ? 0 : tokensOf(system) + MESSAGE_OVERHEAD
  const room = Math.max(LEAST_WORDS, budget.newestTurn - ROOM_FOR_MARKERS - MESSAGE_OVERHEAD - imageTokens(turn.images))
  const verbatim =
    asSentBefore(turn, room) ??
    newestTurnText(turn, {
      tags,
      replyBefore: last?.role === 'assistant' ? last.shortId : null,
      boundary: since.some((m) => m.role === 'user') ? null : opening.boundary,
      maxTokens: room,
    })
  const entries = [...before, ...said, entry('user', verbatim, [], turn.images)]
  const limit = budget.prompt - systemTokens - ROOM_FOR_MARKERS
  const start = firstKept(entries, (before, newest) => before + newest <= limit)
  const kept = entries.slice(start)
  const opened = start > 0 ? [entry('user', COLLAPSE_MARKER), ...kept] : startingWithPerson(kept)
  return composed(sections, opened, verbatim, start)
}

/** What a picture takes of a prompt: a square of `VIEW_PIXELS`, as the servers that say so count it, rounded up. */
export const IMAGE_TOKENS = 1_500
const imageTokens = (images: readonly ChatImage[] = []): number => images.length * IMAGE_TOKENS
/** However many pictures come with it, so much of what is said with them is sent. */
const LEAST_WORDS = 256

/** A turn that is asked again is sent as it was, unless a `pin` loaded something for it or this model holds less. */
const asSentBefore = ({ verbatim, loaded }: PromptInput['turn'], maxTokens: number): string | null =>
  verbatim !== null && loaded.length === 0 && tokensOf(verbatim) <= maxTokens ? verbatim : null

/** Enough for the marker in front of what is left, or for the words that stand before a reply. */
const ROOM_FOR_MARKERS = 48

/** Where a conversation would begin with a reply: templates want a person's message first. */
const startingWithPerson = (entries: Entry[]): Entry[] =>
  entries[0]?.role === 'assistant' ? [entry('user', GOES_ON), ...entries] : entries

const GOES_ON = '[The conversation goes on from here.]'

/** Words of ours in place of what is not sent. */
export const isMarker = ({ role, text }: Entry): boolean =>
  role === 'user' && (text === GOES_ON || text === COLLAPSE_MARKER)

/** The starter model loses the thread of longer talk: only the last exchanges, within so many tokens (03-models, STARTER). */
const STARTER_HISTORY = 600

function starter({ opening, since, turn, profile }: PromptInput): ComposedPrompt {
  const budget = budgetFor(profile.contextTokens, profile.tools)
  const most = Math.max(Math.floor(budget.prompt / 2), budget.prompt - STARTER_HISTORY) - ROOM_FOR_MARKERS
  const verbatim = asSentBefore(turn, most) ?? starterQuestion(turn, most)
  const newest = entry('user', verbatim)
  const history = [
    ...opening.active.map(({ role, text }) => entry(role, text)),
    ...sessionEntries({ ...opening, boundary: null }, since, { tags: false, tools: false }),
  ]
  const entries = [...history, newest]
  const limit = budget.prompt - ROOM_FOR_MARKERS
  const start = firstKept(entries, (before, turn) => before <= STARTER_HISTORY && before + turn <= limit)
  return composed([], startingWithPerson(entries.slice(start)), verbatim, start + opening.continuity.length)
}

/** Notes in the user's own message, in the form in which the starter model was seen to pick a fact out of them. */
function starterQuestion({ message, notes }: NewestTurn, maxTokens: number): string {
  const said = notesOf(notes).map((note) => (/[.!?…。！？]$/u.test(note) ? note : `${note}.`))
  const quoted = cutTokens(said.join(' '), Math.floor(maxTokens / 2))
  const head = quoted === '' ? '' : `Here are my notes from before: ${quoted} Question: `
  return head + keepEnds(escapeTags(message.text), maxTokens - tokensOf(head) - MESSAGE_OVERHEAD)
}

/**
 * The opening's sections. It was made for the budget of the session's first model; if a smaller one takes over, sections
 * go in the order of `fitParts`, whole.
 */
function fittingSections(opening: Opening, maxTokens: number): Opening['sections'] {
  const sections = [...opening.sections]
  for (const name of DROPPED_FIRST) {
    if (tokensOf(joined(sections)) + MESSAGE_OVERHEAD <= maxTokens) break
    const at = sections.findIndex((s) => s.name === name)
    if (at >= 0) sections.splice(at, 1)
  }
  return sections
}

const joined = (sections: Opening['sections']): string => sections.map((s) => s.text).join('\n\n')

const DROPPED_FIRST: readonly SectionName[] = [
  'available',
  'background',
  'manifest',
  'segment summaries',
  'memory',
  'primary',
  'instructions',
  'collapse marker',
]

/** What the session said so far, as it was sent; the boundary stands in front of the first message of the person. */
function sessionEntries(
  opening: Opening,
  since: readonly SentMessage[],
  { tags, tools }: Pick<ModelProfile, 'tags' | 'tools'>,
): Entry[] {
  let boundary = opening.boundary
  let replyBefore: ShortId | null = lastReply(opening)
  return since.flatMap((message) => {
    const waiting = message.role === 'user' ? boundary : null
    if (message.role === 'user') boundary = null
    const plain = messageText(message, { tags, replyBefore })
    replyBefore = message.role === 'assistant' ? message.shortId : null
    const text = message.verbatim ?? (waiting === null ? plain : `${waiting}\n\n${plain}`)
    // A reply that was stopped before its first word.
    if (message.role === 'assistant' && text.trim() === '') return []
    return [entry(message.role, text, tools ? message.toolRounds : [], message.images)]
  })
}

function lastReply(opening: Opening): ShortId | null {
  const last = opening.active.at(-1) ?? opening.continuity.at(-1)
  return last?.role === 'assistant' ? last.shortId : null
}

function entry(
  role: Entry['role'],
  text: string,
  rounds: readonly ToolRound[] = [],
  images: readonly ChatImage[] = [],
): Entry {
  const tokens = tokensOf(text) + MESSAGE_OVERHEAD + roundTokens(rounds) + imageTokens(images)
  return { role, text, tokens, ...(rounds.length === 0 ? {} : { rounds }), ...(images.length === 0 ? {} : { images }) }
}

/** What tool uses take of a prompt: the words before them, each call and each answer. */
export function roundTokens(rounds: readonly ToolRound[]): number {
  const ofUse = (use: ToolRound['uses'][number]): number =>
    tokensOf(`${use.name}${JSON.stringify(use.arguments)}`) + tokensOf(use.result) + MESSAGE_OVERHEAD * 2
  return rounds.reduce((sum, round) => sum + tokensOf(round.text) + round.uses.reduce((s, use) => s + ofUse(use), 0), 0)
}

/** Many templates refuse two messages of one role in a row: a turn that got no reply goes on in the next. */
function alternating(entries: readonly Entry[]): ChatMessage[] {
  const out: ChatMessage[] = []
  for (const { role, text, rounds = [], images = [] } of entries) {
    const last = out.at(-1)
    const [first, ...others] = rounds
    const seen = images.length === 0 ? {} : { images }
    if (last?.role !== role) out.push({ role, text, ...(first ? { rounds } : {}), ...seen })
    else if (!first) {
      last.text += `\n\n${text}`
      if (images.length > 0) last.images = [...(last.images ?? []), ...images]
    } else {
      // What the reply before said stands in front of the first call.
      last.rounds = [...(last.rounds ?? []), { ...first, text: `${last.text}\n\n${first.text}` }, ...others]
      last.text = text
    }
  }
  return out
}

function composed(
  sections: Opening['sections'],
  entries: readonly Entry[],
  verbatim: string,
  dropped: number,
): ComposedPrompt {
  const system = joined(sections)
  const head: ChatMessage[] = system === '' ? [] : [{ role: 'system', text: system }]
  const messages = [...head, ...alternating(entries)]
  const tokens = messages.reduce(
    (sum, m) => sum + tokensOf(m.text) + MESSAGE_OVERHEAD + roundTokens(m.rounds ?? []) + imageTokens(m.images),
    0,
  )
  return { messages, verbatim, tokens, dropped, sections, entries }
}
