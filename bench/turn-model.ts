/** A chat model that says what it is told to: what a turn costs without the model's own time. */

import { setTimeout as pause } from 'node:timers/promises'
import { tokensOf } from '../src-main/conversation/budget'
import type { ChatMessage, ChatModel, ChatRequest } from '../src-main/models/types'
import { cpuMs } from './cpu-time'

export class ScriptedModel implements ChatModel {
  readonly id = 'scripted'
  readonly title = 'Scripted'
  readonly local = true
  readonly contextTokens = 8_192
  readonly systemPrompt = true
  /** What it answers next, piece by piece. */
  pieces: readonly string[] = ['…']
  /** How long it thinks before its first word. */
  thinkingMs = 0
  askedAt = 0
  endedAt = 0
  askedCpu = 0
  endedCpu = 0
  promptTokens = 0
  /** Tokens of the last prompt that the one before it did not begin with: what a runtime with a prefix cache evaluates. */
  evaluatedTokens = 0
  private before = ''

  async *stream({ messages }: ChatRequest) {
    this.askedAt = performance.now()
    this.askedCpu = cpuMs()
    const prompt = written(messages)
    const kept = sharedLength(this.before, prompt)
    this.promptTokens = tokensOf(prompt)
    this.evaluatedTokens = tokensOf(prompt.slice(kept))
    const answer = this.pieces.join('')
    this.before = `${prompt}${answer}`
    await pause(this.thinkingMs)
    for (const text of this.pieces) {
      // A runtime's tokens come one by one, and everything else has its turn between them.
      await new Promise((resolve) => setImmediate(resolve))
      yield { type: 'text', text } as const
    }
    const usage = { evaluatedTokens: this.evaluatedTokens, generatedTokens: tokensOf(answer) }
    this.endedAt = performance.now()
    this.endedCpu = cpuMs()
    yield { type: 'end', usage, stoppedBy: 'model' } as const
  }

  structured(): Promise<never> {
    return Promise.reject(new Error('the scripted model only talks'))
  }

  countTokens(text: string): Promise<number> {
    return Promise.resolve(tokensOf(text))
  }
}

const written = (messages: readonly ChatMessage[]): string => messages.map((m) => `<|${m.role}|>\n${m.text}`).join('\n')

function sharedLength(a: string, b: string): number {
  let i = 0
  while (i < a.length && a[i] === b[i]) i++
  return i
}
