import type { LlamaModel, Token } from 'node-llama-cpp'
import type { ChatMessage, PromptProfile } from '../types'

/** A conversation as the tokens that really go in, ending where the assistant's next words begin. */
export interface Prompt {
  tokens: Token[]
  /** Tokens that end a reply besides the model's own end-of-generation tokens. */
  stops: ReadonlySet<Token>
  /** The template begins the answer with the mark of thoughts, so the model writes no such mark itself. */
  opensThinking: boolean
}

/**
 * STARTER: a system message makes this model drift, so system text travels at the head of the next user message. A
 * system message that no user message follows becomes one.
 */
export function withoutSystem(messages: readonly ChatMessage[]): ChatMessage[] {
  const turns: ChatMessage[] = []
  let pending = ''
  for (const { role, text } of messages) {
    if (role === 'system') pending = pending === '' ? text : `${pending}\n\n${text}`
    else if (role === 'user' && pending !== '') {
      turns.push({ role, text: `${pending}\n\n${text}` })
      pending = ''
    } else turns.push({ role, text })
  }
  if (pending !== '') turns.push({ role: 'user', text: pending })
  return turns
}

/** The prompt in the form `profile` asks for. */
export function buildPrompt(
  model: LlamaModel,
  profile: PromptProfile,
  messages: readonly ChatMessage[],
): Prompt | Promise<Prompt> {
  const turns = profile.systemMessage ? messages : withoutSystem(messages)
  return profile.template === 'chatml' ? chatmlPrompt(model, profile, turns) : filePrompt(model, turns)
}

/**
 * ChatML written token by token: the starter's beginning token *is* `<|im_start|>`, and a wrapper that puts a beginning
 * token in front doubles it. Text is tokenized as text: what looks like a special token in it stays text.
 */
function chatmlPrompt(model: LlamaModel, profile: PromptProfile, messages: readonly ChatMessage[]): Prompt {
  const start = model.tokenize('<|im_start|>', true)
  const end = model.tokenize('<|im_end|>', true)
  const newline = model.tokenize('\n', false)
  const beginning = profile.addBeginningToken ? model.tokens.bos : null
  const tokens: Token[] = beginning === null ? [] : [beginning]
  for (const { role, text } of messages) {
    tokens.push(...start, ...model.tokenize(`${role}\n${text}`, false), ...end, ...newline)
  }
  tokens.push(...start, ...model.tokenize('assistant\n', false))
  return { tokens, stops: new Set(end), opensThinking: false }
}

/** The template that the file carries, by node-llama-cpp's wrappers; a doubled beginning token is taken out. */
async function filePrompt(model: LlamaModel, messages: readonly ChatMessage[]): Promise<Prompt> {
  const { resolveChatWrapper } = await import('node-llama-cpp')
  const { contextText, stopGenerationTriggers } = resolveChatWrapper(model).generateContextState({
    chatHistory: [
      ...messages.map(({ role, text }) =>
        role === 'assistant' ? { type: 'model' as const, response: [text] } : { type: role, text },
      ),
      { type: 'model', response: [] },
    ],
  })
  const tokens = contextText.tokenize(model.tokenizer)
  const beginning = model.tokens.bos
  if (beginning !== null && tokens[0] === beginning && tokens[1] === beginning) tokens.shift()
  const stops = new Set<Token>()
  for (const trigger of stopGenerationTriggers) {
    const [token, ...more] = trigger.tokenize(model.tokenizer)
    // Templates end a turn with one special token; a longer trigger would be a phrase that prose may hold too.
    if (token !== undefined && more.length === 0) stops.add(token)
  }
  return { tokens, stops, opensThinking: /<think>\s*$/.test(model.detokenize(tokens.slice(-8), true)) }
}
