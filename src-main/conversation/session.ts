import type { ContextView } from '@shared/contract/conversation'
import type { Settings } from '@shared/contract/settings'
import type { RecalledNote } from '@shared/domain'
import type { SegmentId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import type { Clock } from '../app/clock'
import type { ChatModel } from '../models/types'
import type { Place } from '../segments/manifest'
import type { ManifestService } from '../segments/manifest-service'
import type { Store } from '../store/protocol'
import type { StoredBucket, StoredMessage, StoredSession } from '../store/types'
import { budgetFor } from './budget'
import { type ContextMessage, composeContext } from './context'
import { type Opening, openingView, parseOpening } from './opening'
import type { SessionDoor } from './ports'
import { composePrompt, type ModelProfile, type SentMessage } from './prompt'
import { EXTRA_CANDIDATES, selectRawWindow } from './raw-window'
import { selectTiers } from './tiers'

export interface SessionPorts {
  store: Store
  clock: Clock
  settings(): Pick<Settings, 'segmentTimeoutMinutes' | 'rawWindowMessages' | 'sessionSummaries'>
  chat(): ChatModel | null
  can(ability: 'tags' | 'tools'): boolean
  buckets(): readonly StoredBucket[]
  manifest: Pick<ManifestService, 'forPrompt'>
  place(): Place
  /** The janitor's acts since a time, one sentence each. */
  receiptsSince(at: number): Promise<string[]>
  /** Starred buckets are chosen anew at session start. */
  refreshStarred(): Promise<void>
}

const MINUTE = 60_000
/** Without a model the context can still be looked at, as one of this size would see it. */
const USUAL_CONTEXT_TOKENS = 8_192
/** The priority score looks at so many messages. */
const FOOTPRINT = 201
/** A session's messages that are read for a prompt; the budget holds far fewer. */
const SESSION_MESSAGES = 2_000

/**
 * The session: from the first message after a gap until the segment times out. The context is restored once, when it
 * starts, and only appended to after that (01-domain, Context restoration).
 */
export class SessionService implements SessionDoor {
  private loaded: StoredBucket | null = null

  constructor(private readonly ports: SessionPorts) {}

  /** A model's `pin`: the bucket's summary travels with the next turn (07-settled, Pin). */
  load(bucket: StoredBucket): void {
    this.loaded = bucket
  }

  private takeLoaded(): StoredBucket | null {
    const bucket = this.loaded
    this.loaded = null
    return bucket
  }

  /** Restores the context if a session starts at this moment; call it before the message is saved. */
  async enter(at: number): Promise<{ started: boolean }> {
    const running = await this.ports.store.sessions.current()
    if (running && parseOpening(running.opening) && !(await this.isOver(running, at))) return { started: false }
    await this.restore(at)
    return { started: true }
  }

  /** Restores the context now: at session start, and early when a person asks to apply changes. */
  async restore(at: number): Promise<StoredSession | null> {
    const { store, refreshStarred } = this.ports
    await refreshStarred()
    const { newestSeq } = await store.messages.overview()
    await store.sessions.open({ id: uuidv7(), at, afterSeq: newestSeq, opening: await this.compose(at) })
    return store.sessions.current()
  }

  /** What the model was shown when this session began; before a session, what it would be shown at `at`. */
  async view(at: number): Promise<ContextView> {
    const running = await this.ports.store.sessions.current()
    const opening = running && !(await this.isOver(running, at)) ? parseOpening(running.opening) : null
    if (running && opening) return openingView(opening, running.startedAt)
    return openingView(await this.compose(at), null)
  }

  async prompt(input: { message: StoredMessage; notes: readonly RecalledNote[]; chat: ChatModel }) {
    const { store, can, clock, place } = this.ports
    const session = (await store.sessions.current()) ?? (await this.restore(clock.now()))
    const opening = session && parseOpening(session.opening)
    const since = session ? await store.messages.since(session.afterSeq, SESSION_MESSAGES) : []
    const profile: ModelProfile = {
      contextTokens: input.chat.contextTokens,
      systemPrompt: input.chat.systemPrompt,
      tags: can('tags'),
    }
    const composed = composePrompt({
      opening: opening ?? (await this.compose(clock.now())),
      since: since.filter((m) => m.seq < input.message.seq).map(toSent),
      turn: {
        message: toSent(input.message),
        notes: input.notes,
        hints: [],
        loaded: this.takeLoaded(),
        now: clock.now(),
        timeZone: place().timeZone,
        verbatim: input.message.verbatim,
      },
      profile,
    })
    return {
      messages: composed.messages,
      verbatim: composed.verbatim,
      maxTokens: budgetFor(profile.contextTokens).reply,
    }
  }

  private async compose(at: number): Promise<Opening> {
    const { store, settings, chat, can, buckets, manifest, place, receiptsSince } = this.ports
    const { rawWindowMessages, sessionSummaries } = settings()
    const newest = await store.messages.newest(FOOTPRINT)
    const window = selectRawWindow(newest.slice(-(rawWindowMessages + EXTRA_CANDIDATES)), rawWindowMessages)
    const segmentIds = [...new Set(window.flatMap((m) => (m.segmentId ? [m.segmentId] : [])))]
    const [segments, tree, summaries, previous, overview] = await Promise.all([
      store.segments.byIds(segmentIds),
      manifest.forPrompt(),
      store.segments.newestCollapsed(sessionSummaries),
      store.sessions.newest(),
      store.messages.overview(),
    ])
    const running = await this.runningSegment(at)
    const active = running ? await store.messages.ofSegment(running) : []
    const activeIds = new Set(active.map((m) => m.id))
    const continuity = window.filter((m) => !activeIds.has(m.id))
    const model = chat()
    return composeContext({
      place: place(),
      now: at,
      budgetTokens: budgetFor(model?.contextTokens ?? USUAL_CONTEXT_TOKENS).opening,
      tags: can('tags'),
      canLoad: can('tags'),
      memory: '',
      tiers: selectTiers({
        window,
        segments,
        buckets: buckets(),
        newestTimes: newest.map((m) => Date.parse(m.ts)).reverse(),
      }),
      manifest: tree,
      summaries: summaries.reverse(),
      continuity: continuity.map(toContext),
      active: active.map(toContext),
      older: overview.messages > continuity.length + active.length,
      receipts: await receiptsSince(previous?.startedAt ? Date.parse(previous.startedAt) : 0),
    })
  }

  /** Silence longer than the threshold ends a session, whether or not the segment was closed yet; an import is no talk. */
  private async isOver(session: StoredSession, at: number): Promise<boolean> {
    const [newest] = await this.ports.store.messages.since(session.afterSeq, 1)
    return this.isSilence(newest?.ts ?? session.startedAt, at)
  }

  private async runningSegment(at: number): Promise<SegmentId | null> {
    const active = await this.ports.store.segments.active()
    return active && !this.isSilence(active.endedAt, at) ? active.id : null
  }

  private isSilence(since: string, at: number): boolean {
    return at - Date.parse(since) > this.ports.settings().segmentTimeoutMinutes * MINUTE
  }
}

const toContext = (m: StoredMessage): ContextMessage => ({
  id: m.id,
  shortId: m.shortId,
  role: m.role === 'assistant' ? 'assistant' : 'user',
  author: m.author,
  text: m.text,
  ts: m.ts,
})

const toSent = (m: StoredMessage): SentMessage => ({ ...toContext(m), verbatim: m.verbatim })
