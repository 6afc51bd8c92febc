/** “What does it see?”: the newest prompt of a session taken apart again, word for word. Pure. */
import type { ContextView } from '@shared/contract/conversation'
import type { ToolRound } from '@shared/domain'
import type { Opening } from './opening'
import { type ComposedPrompt, isMarker, roundTokens } from './prompt'
import type { Entry } from './trim'

export interface SentInput {
  opening: Opening
  /** As it was composed for the newest turn that was sent. */
  prompt: ComposedPrompt
  /** What the model asked of its tools in that turn. */
  rounds: readonly ToolRound[]
  startedAt: string
  /** What the model's prompt may hold. */
  budgetTokens: number
}

/**
 * The prompt part by part in the order it was sent: the opening's sections, messages from before the session, those of the
 * session, the newest turn with its notes, hints and loaded buckets, and what tools answered in it. Each with its tokens.
 */
export function sentView({ opening, prompt, rounds, startedAt, budgetTokens }: SentInput): ContextView {
  const entries = [...prompt.entries]
  const newest = entries.pop()
  const markers = entries.filter(isMarker).length
  const before = markers + Math.max(0, opening.continuity.length - prompt.dropped)
  const sections = [
    ...prompt.sections,
    ...part('continuity messages', entries.slice(0, before)),
    ...part('session messages', entries.slice(before)),
    ...part('newest turn', newest ? [newest] : []),
    ...(rounds.length === 0 ? [] : [{ name: 'tool results', text: roundsText(rounds), tokens: roundTokens(rounds) }]),
  ]
  const totalTokens = sections.reduce((sum, s) => sum + s.tokens, 0)
  return { sessionStartedAt: startedAt, sections, totalTokens, budgetTokens }
}

const part = (name: string, entries: readonly Entry[]): ContextView['sections'] =>
  entries.length === 0
    ? []
    : [{ name, text: entries.map(entryText).join('\n\n'), tokens: entries.reduce((sum, e) => sum + e.tokens, 0) }]

function entryText({ role, text, rounds = [] }: Entry): string {
  if (role === 'user') return `User: ${text}`
  return rounds.length === 0 ? `Assistant: ${text}` : `${roundsText(rounds)}\nAssistant: ${text}`
}

const roundsText = (rounds: readonly ToolRound[]): string =>
  rounds
    .flatMap((round) => [
      ...(round.text.trim() === '' ? [] : [`Assistant: ${round.text}`]),
      ...round.uses.map((use) => `Tool ${use.name} ${JSON.stringify(use.arguments)}:\n${use.result}`),
    ])
    .join('\n')
