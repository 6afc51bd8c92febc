import { setTimeout as sleep } from 'node:timers/promises'
import { isMisc } from '@shared/ids'
import { summariseExtractively } from '../language/extractive'
import { nextTick } from '../runtime/slices'
import type { StoredBucket, StoredMessage, StoredSegment } from '../store/types'
import {
  afterModelFailure,
  fitTitle,
  mayAskModel,
  type Summary,
  summaryWithoutMessages,
  toSummarised,
} from './collapse'
import type { SegmentPorts } from './ports'
import { type ModelSummary, type SummaryRequest, summariseWithModel } from './summariser'

export interface MadeSummary extends Summary {
  summarisedBy: 'model' | 'extractive'
  /** What a model with the `assign` ability files elsewhere. */
  corrections: ModelSummary['corrections']
}

export interface Attempt {
  /** Failures so far. */
  attempts: number
  /** Somebody waits for it: attempts follow each other closely instead of minutes apart. */
  now: boolean
}

const MINUTE = 60_000
/** Well within a claim. */
const MODEL_MS = 2 * MINUTE
const SHORT_BACK_OFF_MS = [200, 800]
/** After a model used up its attempts, nobody who waits is kept waiting for it again for so long. */
const MODEL_REST_MS = 5 * MINUTE

/** Title and synopsis of a segment: by a model where one is proved to be able to, else without one. */
export class SegmentSummaries {
  private modelRestsUntil = Number.NEGATIVE_INFINITY

  constructor(
    private readonly ports: SegmentPorts,
    private readonly stopping: AbortSignal,
  ) {}

  /** `later`: the model failed and is asked again after a while; the claim was given back. */
  async make(
    segment: StoredSegment,
    messages: readonly StoredMessage[],
    attempt: Attempt,
  ): Promise<MadeSummary | 'later'> {
    const old = segment.resummarise ? null : segment.oldSummary
    if (old) return this.taken(segment, messages, old)
    const { can, chat } = this.ports
    const wants = { summary: can('title'), assignment: can('assign') }
    // One message says what it says; a model would only pad it (07-settled, Segments).
    const asking = chat() !== null && (wants.summary || wants.assignment) && messages.length > 1
    const answer = asking && mayAskModel(attempt.attempts) ? await this.ask(segment, wants, attempt) : null
    if (answer === 'later') return 'later'
    const corrections = answer?.corrections ?? []
    const made = { ...(await this.summary(segment, messages, answer)), corrections }
    // What a person knows the conversation by outranks what can be made of its words (07-settled, Imported conversations).
    return segment.conversationTitle === null ? made : { ...made, title: segment.conversationTitle }
  }

  /** What an older program said of these messages stands (seed 001, appendix C); only a title may have to be made. */
  private async taken(
    segment: StoredSegment,
    messages: readonly StoredMessage[],
    { title, content }: { title: string | null; content: string },
  ): Promise<MadeSummary> {
    const named = segment.conversationTitle ?? fitTitle(title ?? '')
    const made = named === '' ? (await this.summary(segment, messages, null)).title : named
    return { title: made, synopsis: content, summarisedBy: 'model', corrections: [] }
  }

  private async summary(
    segment: StoredSegment,
    messages: readonly StoredMessage[],
    answer: ModelSummary | null,
  ): Promise<Omit<MadeSummary, 'corrections'>> {
    if (answer?.summary) return { ...answer.summary, summarisedBy: 'model' }
    const { statistics, titleMeaning } = this.ports
    const meaning = titleMeaning?.(segment.id)
    const extractive =
      messages.length === 0
        ? summaryWithoutMessages(segment.toolsUsed)
        : await summariseExtractively(messages.map(toSummarised), statistics(), {
            pause: nextTick,
            ...(meaning ? { meaning } : {}),
            ...(segment.conversationTitle === null ? {} : { title: segment.conversationTitle }),
          })
    return { ...extractive, summarisedBy: 'extractive' }
  }

  /** Null: no attempt is left. Messages are read anew, because filing has just judged their stretches. */
  private async ask(
    segment: StoredSegment,
    wants: SummaryRequest['wants'],
    attempt: Attempt,
  ): Promise<ModelSummary | null | 'later'> {
    const { store, clock, chat, onFault } = this.ports
    const messages = await store.messages.ofSegment(segment.id)
    const buckets = wants.assignment ? await this.assignable(messages) : []
    let { attempts } = attempt
    for (;;) {
      const model = chat()
      if (!model || (attempt.now && clock.now() < this.modelRestsUntil)) return null
      try {
        const signal = AbortSignal.any([this.stopping, AbortSignal.timeout(MODEL_MS)])
        return await summariseWithModel({ model, wants, messages, buckets, signal })
      } catch (error) {
        if (this.stopping.aborted) throw error
        onFault(new Error(`The model ${model.id} did not summarise segment ${segment.id}.`, { cause: error }))
        const after = afterModelFailure(attempts, clock.now())
        if (after.next === 'give_up') {
          this.modelRestsUntil = clock.now() + MODEL_REST_MS
          return null
        }
        if (!attempt.now) {
          await store.segments.release({ segmentId: segment.id, attempts: after.attempts, retryAt: after.retryAt })
          return 'later'
        }
        await sleep(SHORT_BACK_OFF_MS[attempts] ?? 0)
        attempts = after.attempts
      }
    }
  }

  /** Buckets a model may choose from: those the segment lies in, then the most recently active. */
  private async assignable(messages: readonly StoredMessage[]): Promise<StoredBucket[]> {
    const own = new Set(messages.flatMap((m) => m.bucketId ?? []))
    const all = (await this.ports.store.buckets.list({ merged: false })).filter((b) => !isMisc(b.id))
    const others = all.filter((b) => !own.has(b.id) && b.status === 'active')
    return [...all.filter((b) => own.has(b.id)), ...others]
  }
}
