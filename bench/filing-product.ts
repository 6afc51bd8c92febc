/** One labelled talk through the product: every row as the user or assistant message of a turn, at its own time. */
import { type MessageId, type TurnId, turnId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import type { App } from '../src-main/app/create-app'
import { newMessageId } from '../src-main/conversation/turn'
import { createTurnFiling } from '../src-main/filing/turn-filing'
import type { NewMessage, StoredMessage } from '../src-main/store/types'
import { type Filed, filedRows } from './filing-end'
import type { Talk, TalkRow } from './fit/data'
import { type World, withWorld } from './world'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * Files a talk in a fresh store; six quiet hours at the end close the last segment and let the janitor pass once more.
 * @param names texts whose vectors are wanted beside those of the titles
 */
export function fileTalk(talk: Talk, vectors: string | undefined, names: readonly string[] = []): Promise<Filed> {
  const first = talk.rows[0]
  if (first === undefined) throw new Error('a talk has at least one row')
  return withWorld({ at: first.at, vectors }, async (world) => {
    const run = new TalkRun(world)
    const begun = performance.now()
    for (let i = 0; i < talk.rows.length; i++) await run.row(talk.rows[i] ?? first)
    await run.passTime((talk.rows.at(-1) ?? first).at + 7 * HOUR_MS)
    const ms = performance.now() - begun - run.embedMs
    const ids = talk.rows.flatMap(({ id }) => run.messages.get(id) ?? [])
    return filedRows(world.app, ids, ms, names)
  })
}

class TalkRun {
  readonly messages = new Map<string, MessageId>()
  private readonly app: App
  private readonly filing: ReturnType<typeof createTurnFiling>
  private last: StoredMessage | null = null
  private lastAt = 0
  private nextJanitor: number
  private closing = false
  embedMs = 0

  constructor(private readonly world: World) {
    const { app, clock } = world
    this.app = app
    this.nextJanitor = clock.now() + 6 * HOUR_MS
    const embed = async (texts: readonly string[]): Promise<Float32Array[]> => {
      const begun = performance.now()
      try {
        return await app.models.embedder.embed(texts, { kind: 'passage', priority: 'turn' })
      } finally {
        this.embedMs += performance.now() - begun
      }
    }
    this.filing = createTurnFiling({
      desk: app.desk,
      embed,
      modelId: () => app.models.embedder.modelId,
      resolve: (id) => app.directory.resolve(id),
      meant: async () => null,
      onFault: (error) => {
        throw error
      },
    })
  }

  /** A reply belongs to the turn of the message before it, as it does in the conversation. */
  async row(row: TalkRow): Promise<void> {
    await this.passTime(row.at)
    const id = newMessageId(row.at)
    this.messages.set(row.id, id)
    const text: NewMessage = { id, ts: row.at, role: row.role, author: row.role, text: row.text }
    const turn = turnId.parse(uuidv7())
    if (row.role === 'assistant' && this.last) await this.reply(turn, this.last, text)
    else await this.say(turn, { ...text, role: 'user', author: 'user' })
    this.lastAt = row.at
    this.closing = true
  }

  private async say(turn: TurnId, message: NewMessage): Promise<void> {
    const { store, segments } = this.app
    const begun = await store.turns.begin({ message, turnId: turn, modelId: null, timeoutMs: HOUR_MS })
    if (begun.closed) await segments.collapse(begun.closed)
    await this.settle(turn, begun.message, null)
  }

  private async reply(turn: TurnId, message: StoredMessage, reply: NewMessage): Promise<void> {
    await this.app.store.turns.openReply({ turnId: turn, userMessageId: message.id, modelId: null, at: reply.ts })
    await this.settle(turn, message, { ...reply, replyTo: message.id })
  }

  private async settle(turn: TurnId, message: StoredMessage, reply: NewMessage | null): Promise<void> {
    const { store } = this.app
    const segment = message.segmentId ?? (await store.messages.byIds([message.id]))[0]?.segmentId ?? null
    const plan = await this.filing.plan({ message, segment, reply, saidBucket: null, tagged: [] })
    const { filing } = await store.turns.finish({
      turnId: turn,
      reply,
      filing: plan.commit,
      vectors: plan.vectors,
      terms: plan.terms,
      timeoutMs: HOUR_MS,
    })
    await plan.follow(filing)
    this.last = (await store.messages.byIds([message.id]))[0] ?? message
  }

  /** Lets the clock run to `now`: what falls due on the way happens at its time. */
  async passTime(now: number): Promise<void> {
    const { app, clock } = this.world
    for (;;) {
      const closes = this.closing ? this.lastAt + HOUR_MS + 5 * MINUTE_MS : Number.POSITIVE_INFINITY
      const due = Math.min(closes, this.nextJanitor)
      if (due > now) break
      clock.set(due)
      if (due === closes) {
        this.closing = false
        await app.segments.checkTimeouts()
        await app.segments.idle()
      } else {
        this.nextJanitor += 6 * HOUR_MS
        await app.janitor.runIfDue()
      }
    }
    clock.set(now)
  }
}
