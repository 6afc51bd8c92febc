import type { AttachedFile } from '@shared/attached-file'
import type { ContextView } from '@shared/contract/conversation'
import type { Settings } from '@shared/contract/settings'
import type { RecalledNote } from '@shared/domain'
import { v7 as uuidv7 } from 'uuid'
import type { ChatImage, ChatModel } from '../models/types'
import type { Clock } from '../runtime/clock'
import type { Place } from '../segments/manifest'
import type { ManifestService } from '../segments/manifest-service'
import type { Store } from '../store/protocol'
import type { StoredBucket, StoredMessage, StoredSession } from '../store/types'
import { budgetFor, tokensOf } from './budget'
import { type ContextMessage, composeContext, shareOf } from './context'
import { LiveTalk, SESSION_MESSAGES } from './live-talk'
import { messageText } from './message-text'
import type { Hint } from './newest-turn'
import { type Opening, openingView, parseOpening, withoutSensitive } from './opening'
import { withoutOthersNotes } from './other-models'
import type { MemoryPort, SessionPort } from './ports'
import { composePrompt, IMAGE_TOKENS, type ModelProfile, type SentMessage } from './prompt'
import { EXTRA_CANDIDATES, selectRawWindow } from './raw-window'
import { sentView } from './sent-view'
import { selectTiers } from './tiers'

export interface SessionPorts {
  store: Store
  /** Told how long loading the context took, in milliseconds. */
  restored?(ms: number): void
  clock: Clock
  settings(): Pick<
    Settings,
    | 'segmentTimeoutMinutes'
    | 'rawWindowMessages'
    | 'sessionSummaries'
    | 'starredBuckets'
    | 'availableBuckets'
    | 'priorityStarred'
    | 'priorityReturns'
    | 'priorityRecent'
    | 'priorityLifeChange'
  >
  chat(): ChatModel | null
  can(ability: 'tags' | 'tools' | 'see'): boolean
  /** The pictures among these files. */
  pictures(files: readonly AttachedFile[]): Promise<ChatImage[]>
  buckets(): readonly StoredBucket[]
  manifest: Pick<ManifestService, 'forPrompt'>
  memory: MemoryPort
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
/** So many buckets at most travel with one turn. */
const MAX_LOADED = 3

/**
 * The session: from the first message after a gap until the segment times out. The context is restored once, when it
 * starts, and only appended to after that (01-domain, Context restoration).
 */
export class SessionService implements SessionPort {
  readonly talk: LiveTalk
  private loaded: StoredBucket[] = []

  constructor(private readonly ports: SessionPorts) {
    this.talk = new LiveTalk(ports.store)
  }

  /** What the running session's prompt says of the memory file. */
  async memoryText(): Promise<string> {
    const running = await this.talk.running()
    return running?.opening?.sections.find((section) => section.name === 'memory')?.text ?? ''
  }

  /** A model's `pin`: the bucket's summary travels with the next turn (07-settled, Pin). */
  load(bucket: StoredBucket): void {
    this.loaded = [...this.loaded.filter((b) => b.id !== bucket.id), bucket].slice(-MAX_LOADED)
  }

  private takeLoaded(): StoredBucket[] {
    const buckets = this.loaded
    this.loaded = []
    return buckets
  }

  /** Restores the context if a session starts at this moment; call it before the message is saved. */
  async enter(at: number): Promise<{ started: boolean }> {
    const running = await this.talk.running()
    const last = running?.since.at(-1)?.ts ?? running?.session.startedAt
    if (running?.opening && last !== undefined && !this.isSilence(last, at)) return { started: false }
    await this.restore(at)
    return { started: true }
  }

  /** Restores the context now: at session start, and early when a person asks to apply changes. */
  async restore(at: number): Promise<StoredSession> {
    const { store, refreshStarred } = this.ports
    const from = performance.now()
    await refreshStarred()
    const { opening, newestSeq } = await this.compose(at)
    try {
      const session = await store.sessions.open({ id: uuidv7(), at, afterSeq: newestSeq, opening: { ...opening } })
      this.talk.opened(session)
      this.ports.restored?.(performance.now() - from)
      return session
    } catch (error) {
      this.talk.forget()
      throw error
    }
  }

  /** What the model was sent last in this session, word for word; before a session, what it would be shown at `at`. */
  async view(at: number): Promise<ContextView> {
    const { store, clock, place, chat } = this.ports
    const running = await store.sessions.current()
    const stored = running && !(await this.isOver(running, at)) ? parseOpening(running.opening) : null
    if (!running || !stored) return openingView(this.asSent((await this.compose(at)).opening, chat()), null)
    const opening = this.asSent(stored, chat())
    const since = this.forModel(
      await store.messages.since(running.afterSeq, running.startedAt, SESSION_MESSAGES),
      chat(),
    )
    const last = since.findLast((m) => m.role === 'user' && m.verbatim !== null)
    const profile = this.profileOf(chat())
    if (!last) {
      const options = { tags: profile.tags, replyBefore: null }
      const texts = since.map((m) => ({ ...toContext(m), text: messageText(toContext(m), options) }))
      return openingView(
        opening,
        running.startedAt,
        texts.map((m) => ({ ...m, tokens: tokensOf(m.text) })),
      )
    }
    const prompt = composePrompt({
      opening,
      since: since.filter((m) => m.seq < last.seq).map(toSent),
      turn: {
        message: toSent(last),
        notes: [],
        hints: [],
        loaded: [],
        now: clock.now(),
        timeZone: place().timeZone,
        verbatim: last.verbatim,
      },
      profile,
    })
    return sentView({
      opening,
      prompt,
      rounds: since.findLast((m) => m.replyTo === last.id)?.toolRounds ?? [],
      startedAt: running.startedAt,
      budgetTokens: budgetFor(profile.contextTokens, profile.tools).prompt,
    })
  }

  /** What is sensitive goes to a model on this machine, and to another only if the person allows it (07-settled, Memory). */
  private asSent(opening: Opening, chat: ChatModel | null): Opening {
    return this.ports.memory.mayLeave(chat) ? opening : withoutSensitive(opening)
  }

  /** The same of what was said since. */
  private forModel(since: StoredMessage[], chat: ChatModel | null): StoredMessage[] {
    return chat === null || this.ports.memory.mayLeave(chat) ? since : withoutOthersNotes(since, chat)
  }

  private profileOf(chat: ChatModel | null): ModelProfile {
    const { can } = this.ports
    return {
      contextTokens: chat?.contextTokens ?? USUAL_CONTEXT_TOKENS,
      systemPrompt: chat?.systemPrompt ?? true,
      tags: can('tags'),
      tools: can('tools'),
    }
  }

  async prompt(input: {
    message: StoredMessage
    notes: readonly RecalledNote[]
    hints: readonly Hint[]
    lookedInVain?: boolean
    chat: ChatModel
    apart?: boolean
  }) {
    const { clock, place, store } = this.ports
    if ((await this.talk.running()) === null) await this.restore(clock.now())
    const running = await this.talk.running()
    const stored = running?.opening ?? null
    const opening = stored && input.apart ? { ...stored, continuity: [], active: [], boundary: null } : stored
    const { segmentId } = input.message
    const said = input.apart ? (segmentId ? await store.messages.ofSegment(segmentId) : []) : (running?.since ?? [])
    const since = this.forModel(said, input.chat)
    const isBefore = (m: StoredMessage): boolean =>
      input.apart
        ? m.ts < input.message.ts || (m.ts === input.message.ts && m.id < input.message.id)
        : m.seq < input.message.seq
    const profile = this.profileOf(input.chat)
    const own = since.find((m) => m.id === input.message.id) ?? input.message
    const before = since.filter(isBefore)
    const sees = input.chat.takesImages === true && this.ports.can('see')
    const seen = sees
      ? await this.pictures([...before, own], budgetFor(profile.contextTokens, profile.tools).prompt)
      : null
    const composed = composePrompt({
      opening: this.asSent(opening ?? (await this.compose(clock.now())).opening, input.chat),
      since: before.map((m) => ({ ...toSent(m), ...shown(seen, m) })),
      turn: {
        message: toSent(own),
        ...shown(seen, own),
        ...(sees ? {} : { unseen: imagesOf(own).map(({ name }) => name) }),
        notes: input.notes,
        hints: input.hints,
        lookedInVain: input.lookedInVain ?? false,
        loaded: this.takeLoaded(),
        now: clock.now(),
        timeZone: place().timeZone,
        verbatim: own.verbatim,
      },
      profile,
    })
    this.talk.sent(input.message.id, composed.verbatim)
    return {
      messages: composed.messages,
      verbatim: composed.verbatim,
      maxTokens: budgetFor(profile.contextTokens, profile.tools).reply,
      toolTokens: budgetFor(profile.contextTokens, profile.tools).tools,
    }
  }

  /** What a model is shown of the session's images: at most half of the prompt, the newest first. */
  private async pictures(
    messages: readonly StoredMessage[],
    promptTokens: number,
  ): Promise<ReadonlyMap<string, readonly ChatImage[]>> {
    let left = Math.max(1, Math.floor(promptTokens / 2 / IMAGE_TOKENS))
    const shown = new Map<string, readonly ChatImage[]>()
    for (const message of messages.toReversed()) {
      const images = imagesOf(message).slice(0, left)
      if (images.length > 0) shown.set(message.id, await this.ports.pictures(images))
      left -= images.length
    }
    return shown
  }

  /** The opening, and the place in the order of arrival up to which it knows what was said. */
  private async compose(at: number): Promise<{ opening: Opening; newestSeq: number }> {
    const { store, settings, chat, can, buckets, manifest, memory, place, receiptsSince } = this.ports
    const { rawWindowMessages, sessionSummaries, segmentTimeoutMinutes, starredBuckets, availableBuckets } = settings()
    const { priorityStarred, priorityReturns, priorityRecent, priorityLifeChange } = settings()
    const model = chat()
    const budgetTokens = budgetFor(model?.contextTokens ?? USUAL_CONTEXT_TOKENS, can('tools')).opening
    const [material, tree, remembered] = await Promise.all([
      store.restoration.read({
        newest: rawWindowMessages + EXTRA_CANDIDATES,
        times: FOOTPRINT,
        summaries: sessionSummaries,
        silentSince: at - segmentTimeoutMinutes * MINUTE,
      }),
      manifest.forPrompt(),
      memory.forPrompt(shareOf(budgetTokens)),
    ])
    const { active } = material
    const window = selectRawWindow(material.newest, rawWindowMessages)
    const activeIds = new Set(active.map((m) => m.id))
    const continuity = window.filter((m) => !activeIds.has(m.id))
    const opening = composeContext({
      place: place(),
      now: at,
      budgetTokens,
      tags: can('tags'),
      tools: can('tools'),
      memory: remembered.all,
      ...(remembered.mayLeave === remembered.all ? {} : { memoryMayLeave: remembered.mayLeave }),
      tiers: selectTiers({
        window,
        segments: material.segments,
        buckets: buckets(),
        newestTimes: material.newestTimes,
        most: { starred: starredBuckets, available: availableBuckets },
        points: {
          starred: priorityStarred,
          returns: priorityReturns,
          recent: priorityRecent,
          lifeChange: priorityLifeChange,
        },
      }),
      manifest: tree,
      summaries: material.summaries.reverse(),
      continuity: continuity.map(toContext),
      active: active.map(toContext),
      older: material.messages > continuity.length + active.length,
      receipts: await receiptsSince(material.previousStartedAt ?? 0),
    })
    return { opening, newestSeq: material.newestSeq }
  }

  /** Silence longer than the threshold ends a session, whether or not the segment was closed yet; an import is no talk. */
  private async isOver(session: StoredSession, at: number): Promise<boolean> {
    const [newest] = await this.ports.store.messages.since(session.afterSeq, session.startedAt, 1)
    return this.isSilence(newest?.ts ?? session.startedAt, at)
  }

  private isSilence(since: string, at: number): boolean {
    return at - Date.parse(since) > this.ports.settings().segmentTimeoutMinutes * MINUTE
  }
}

const imagesOf = ({ files = [] }: StoredMessage): AttachedFile[] => files.filter(({ kind }) => kind === 'image')

/** The images of a message that the model is shown, as a part of what is sent; nothing for one that does not see. */
function shown(
  seen: ReadonlyMap<string, readonly ChatImage[]> | null,
  { id }: StoredMessage,
): { images?: readonly ChatImage[] } {
  const images = seen?.get(id)
  return images === undefined ? {} : { images }
}

const toContext = (m: StoredMessage): ContextMessage => ({
  id: m.id,
  shortId: m.shortId,
  role: m.role === 'assistant' ? 'assistant' : 'user',
  author: m.author,
  text: m.text,
  ts: m.ts,
})

const toSent = (m: StoredMessage): SentMessage => ({
  ...toContext(m),
  verbatim: m.verbatim,
  toolRounds: m.toolRounds,
})
