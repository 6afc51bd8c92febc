import type { MessageId } from '@shared/ids'
import type { Store } from '../store/protocol'
import type { StoredMessage, StoredSession } from '../store/types'
import { type Opening, parseOpening } from './opening'

/** A session's messages that are read for a prompt; the budget holds far fewer. */
export const SESSION_MESSAGES = 2_000
/** What is on the screen and in the prompt anyway: the raw window. */
const NEWEST = 15

export interface RunningSession {
  session: StoredSession
  opening: Opening | null
  /** What was said in it so far, oldest first; without imports. */
  since: StoredMessage[]
}

interface Known {
  running: RunningSession | null
  /** Of the whole continuum, oldest first. */
  newest: Pick<StoredMessage, 'id' | 'ts'>[]
}

/**
 * The talk under way, held in memory: nothing of it is asked of the store again for each message (01-domain, Context
 * restoration). This program is the only writer of its profile's talk, so it knows what it wrote; after a failure, and
 * after anything that may have changed the past, it forgets and reads once more.
 */
export class LiveTalk {
  private known: Known | null = null

  constructor(private readonly store: Pick<Store, 'sessions' | 'messages'>) {}

  /** The session that is open, whether or not its time is over. */
  async running(): Promise<RunningSession | null> {
    return (await this.read()).running
  }

  /** When the newest message was said, milliseconds; null if nothing was. */
  async newestAt(): Promise<number | null> {
    const newest = (await this.read()).newest.at(-1)
    return newest ? Date.parse(newest.ts) : null
  }

  async recentIds(): Promise<Set<MessageId>> {
    return new Set((await this.read()).newest.map((m) => m.id))
  }

  /** A session was opened: what is said from now on belongs to it. */
  opened(session: StoredSession): void {
    if (this.known) this.known.running = { session, opening: parseOpening(session.opening), since: [] }
  }

  /** Messages that were just stored, in the order of their arrival. */
  said(...messages: StoredMessage[]): void {
    if (!this.known) return
    const { running, newest } = this.known
    for (const message of messages) {
      if (running && message.seq > running.session.afterSeq)
        running.since = [...running.since.filter((m) => m.id !== message.id), message].slice(-SESSION_MESSAGES)
      newest.push({ id: message.id, ts: message.ts })
    }
    newest.sort((a, b) => (a.ts === b.ts ? (a.id < b.id ? -1 : 1) : a.ts < b.ts ? -1 : 1))
    newest.splice(0, newest.length - NEWEST)
  }

  /** What a model was sent for a message of this session. */
  sent(id: MessageId, verbatim: string): void {
    const { running } = this.known ?? {}
    if (running) running.since = running.since.map((m) => (m.id === id ? { ...m, verbatim } : m))
  }

  /** Something may have changed that this does not follow: it is read anew when it is asked for. */
  forget(): void {
    this.known = null
  }

  private async read(): Promise<Known> {
    if (this.known) return this.known
    const { sessions, messages } = this.store
    const session = await sessions.current()
    const since = session ? await messages.since(session.afterSeq, session.startedAt, SESSION_MESSAGES) : []
    const newest = (await messages.newest(NEWEST)).map(({ id, ts }) => ({ id, ts }))
    this.known = { running: session && { session, opening: parseOpening(session.opening), since }, newest }
    return this.known
  }
}
