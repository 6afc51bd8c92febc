/** Token budgets of a prompt, from the model's real context length. */
import { countTokens } from '../language/tokens'

export interface PromptBudget {
  /** Left free for the reply. */
  reply: number
  /** Left free for the declaration of tools and what they answer within one turn; 0 for a model that is offered none. */
  tools: number
  /** Everything that is sent. */
  prompt: number
  /** What a session may start with; the rest is room for the session itself. */
  opening: number
  /** The newest turn with its notes. */
  newestTurn: number
}

/** What a chat template puts around a message: role, begin, end. */
export const MESSAGE_OVERHEAD = 8
const MAX_REPLY = 1_024
/** Budgets are counted with o200k_base; another tokenizer may need a little more for the same text. */
const MARGIN = 0.9
const OPENING_SHARE = 0.6
const TOOLS_SHARE = 0.2
const MAX_TOOLS = 5_000

/**
 * @param contextTokens what the model can hold, prompt and reply together
 * @param tools whether it is offered tools
 */
export function budgetFor(contextTokens: number, tools = false): PromptBudget {
  const reply = Math.min(MAX_REPLY, Math.floor(contextTokens / 4))
  const room = tools ? Math.min(MAX_TOOLS, Math.floor(contextTokens * TOOLS_SHARE)) : 0
  const prompt = Math.floor((contextTokens - reply - room) * MARGIN)
  const opening = Math.floor(prompt * OPENING_SHARE)
  return { reply, tools: room, prompt, opening, newestTurn: prompt - opening }
}

const CACHED_TEXTS = 4_000
const CACHED_LENGTH = 20_000
const cache = new Map<string, number>()

/** Tokens of a text. A session's prompt holds the same texts turn after turn, so counts are remembered. */
export function tokensOf(text: string): number {
  const known = cache.get(text)
  if (known !== undefined) return known
  const count = countTokens(text)
  if (text.length <= CACHED_LENGTH) {
    if (cache.size >= CACHED_TEXTS) cache.clear()
    cache.set(text, count)
  }
  return count
}

const NOTICE = (characters: number) => `\n[… ${characters} characters left out …]\n`
const NOTICE_TOKENS = 16
/** No tokenizer in use needs fewer tokens for more text than this; what is longer is not even counted. */
const CHARACTERS_PER_TOKEN = 6
const HEAD_SHARE = 0.6

/**
 * `text` if it has at most `maxTokens` tokens, else its beginning and its end with a notice of what lies between: a
 * question usually stands before or after what was pasted. Time is bounded by `maxTokens`, not by the length of the text.
 */
export function keepEnds(text: string, maxTokens: number): string {
  const bound = Math.max(0, maxTokens) * CHARACTERS_PER_TOKEN
  if (text.length <= bound * 2 && tokensOf(text) <= maxTokens) return text
  const room = maxTokens - NOTICE_TOKENS
  if (room <= 0) return ''
  let keep = Math.min(bound, text.length - 1)
  while (keep > 0) {
    const cut = withoutMiddle(text, keep)
    const excess = tokensOf(cut) / maxTokens
    if (excess <= 1) return cut
    keep = Math.floor((keep / excess) * 0.97)
  }
  return ''
}

function withoutMiddle(text: string, keep: number): string {
  const head = Math.floor(keep * HEAD_SHARE)
  const start = text.slice(0, head).replace(/[\uD800-\uDBFF]$/u, '')
  const end = text.slice(text.length - (keep - head)).replace(/^[\uDC00-\uDFFF]/u, '')
  return start + NOTICE(text.length - start.length - end.length) + end
}
