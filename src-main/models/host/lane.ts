import { setImmediate as nextTurn } from 'node:timers/promises'
import { CatchmentError } from '@shared/contract/errors'
import type { LlamaContextSequence, LlamaGrammarEvaluationState, LlamaModel, Token } from 'node-llama-cpp'
import type { Generation } from '../protocol'
import type { Sampling } from '../types'
import type { Prompt } from './prompt'
import { TextAssembler } from './text-assembler'

export interface LaneRequest {
  prompt: Prompt
  maxTokens: number
  sampling: Sampling
  seed: number | null
  grammar: LlamaGrammarEvaluationState | null
  signal: AbortSignal
  onText: (text: string) => void
  onProgress: () => void
  /** Waited for before each step: what is asked beside a person's turn lets it go first. Absent for the turn itself. */
  giveWay?: (() => Promise<void>) | undefined
}

/** Prompt tokens per evaluation: an abort waits for one of these at most, and larger ones are no faster. */
const PROMPT_CHUNK = 256
/** Beside the conversation a step takes about this long: a turn waits for one of them at most. */
const ASIDE_STEP_MS = 100
const FIRST_ASIDE_CHUNK = 8
/** Fewer at a time would read all of the weights for nearly every token. */
const LEAST_CHUNK = 4
/** How far back a repetition is punished; node-llama-cpp's own default. */
const PENALTY_WINDOW = 64
/** A prompt must leave room for at least this much of an answer. */
const MIN_ANSWER_TOKENS = 16

/**
 * Answers a prompt on one sequence. What the sequence already holds of the prompt is kept, the rest of it erased, and
 * only new tokens are evaluated (03-models, prefix cache). An abort ends it with what was written so far.
 */
export async function generate(sequence: LlamaContextSequence, request: LaneRequest): Promise<Generation> {
  const { prompt, signal } = request
  const room = sequence.contextSize - prompt.tokens.length
  if (room < MIN_ANSWER_TOKENS) {
    throw new CatchmentError(
      'model_failed',
      `The prompt has ${prompt.tokens.length} tokens; this model can take ${sequence.contextSize} with its answer.`,
    )
  }
  const limit = Math.min(request.maxTokens, room)
  // At least the last token has to be evaluated: the answer is sampled from its output.
  const reusable = prompt.tokens.slice(0, -1)
  await sequence.adaptStateToTokens(reusable, false)
  const fresh = prompt.tokens.slice(sequence.nextTokenIndex)
  const done = (generated: Token[], stoppedBy: Generation['stoppedBy'], text: string): Generation => ({
    text,
    promptTokens: prompt.tokens.length,
    evaluatedTokens: fresh.length,
    generatedTokens: generated.length,
    stoppedBy,
  })
  let position = 0
  let chunk = request.giveWay ? FIRST_ASIDE_CHUNK : PROMPT_CHUNK
  while (fresh.length - position > chunk) {
    await request.giveWay?.()
    if (signal.aborted) return done([], 'abort', '')
    const began = performance.now()
    await sequence.evaluateWithoutGeneratingNewTokens(fresh.slice(position, position + chunk))
    position += chunk
    if (request.giveWay) chunk = nextAsideChunk(chunk, performance.now() - began)
    request.onProgress()
  }
  await request.giveWay?.()
  if (signal.aborted) return done([], 'abort', '')
  return answer(sequence, fresh.slice(position), limit, request, done)
}

/** How many tokens to evaluate next, if `chunk` tokens took `ms`: what takes about `ASIDE_STEP_MS` on this machine. */
export function nextAsideChunk(chunk: number, ms: number): number {
  const fitting = Math.round((chunk * ASIDE_STEP_MS) / Math.max(1, ms))
  return Math.min(PROMPT_CHUNK, Math.max(LEAST_CHUNK, fitting))
}

async function answer(
  sequence: LlamaContextSequence,
  tokens: Token[],
  limit: number,
  { prompt, sampling, seed, grammar, signal, onText, onProgress, giveWay }: LaneRequest,
  done: (generated: Token[], stoppedBy: Generation['stoppedBy'], text: string) => Generation,
): Promise<Generation> {
  const generated: Token[] = []
  const assembler = new TextAssembler(sequence.model)
  const emit = (piece: string): void => {
    // A structured answer is of use only when it is whole.
    if (grammar) onProgress()
    else if (piece !== '') onText(piece)
  }
  const finish = (stoppedBy: Generation['stoppedBy']): Generation => {
    emit(assembler.flush())
    return done(generated, stoppedBy, assembler.text)
  }
  const evaluation = sequence.evaluate(tokens, {
    temperature: sampling.temperature,
    topP: sampling.topP,
    minP: sampling.minP,
    ...(seed === null ? {} : { seed }),
    ...(grammar ? { grammarEvaluationState: grammar } : {}),
    ...(sampling.repeatPenalty === 1
      ? {}
      : {
          repeatPenalty: {
            punishTokens: () => punishable(sequence.model, generated),
            maxPunishTokens: PENALTY_WINDOW,
            penalty: sampling.repeatPenalty,
          },
        }),
  })
  for await (const token of evaluation) {
    if (prompt.stops.has(token) || sequence.model.isEogToken(token)) return finish('model')
    generated.push(token)
    emit(assembler.push(token))
    if (signal.aborted) return finish('abort')
    if (grammar && isWholeJson(assembler.text)) return finish('model')
    if (generated.length >= limit) return finish('length')
    // Evaluation resolves in microtasks when it is quick; messages (an abort) come in between two turns of the loop.
    await nextTurn()
    await giveWay?.()
    if (signal.aborted) return finish('abort')
  }
  return finish('model')
}

function punishable(model: LlamaModel, generated: readonly Token[]): Token[] {
  const newline = model.tokens.nl
  return generated.slice(-PENALTY_WINDOW).filter((token) => token !== newline)
}

/** A grammar allows white space after the value: the answer ends when its JSON is whole. */
function isWholeJson(text: string): boolean {
  const trimmed = text.trimEnd()
  if (!trimmed.endsWith('}') && !trimmed.endsWith(']')) return false
  try {
    JSON.parse(trimmed)
    return true
  } catch {
    return false
  }
}
