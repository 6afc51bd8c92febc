import type { FiledCard, Remembered } from '@shared/contract/conversation'
import type { MessageStatus, MessageView, RecalledNote } from '@shared/domain'
import { type BucketId, type MessageId, messageId, type SegmentId, type TurnId } from '@shared/ids'
import { bucketTags } from '@shared/tags/tag'
import { v7 as uuidv7 } from 'uuid'
import type { ChatModel } from '../models/types'
import { isWithoutModel } from '../models/without-model'
import type { NewMessage, StoredMessage } from '../store/types'
import { toMessageView, withBranches } from '../store/views'
import { answer } from './answer'
import type { FiledAs, FiledTurn, FoundTopic } from './filing-port'
import type { Hint } from './newest-turn'
import type { TurnPorts } from './ports'
import { emptyReply, type ReplySoFar, saysNothing } from './reply'
import { askedAgain } from './versions'

/** A turn whose message is in the store. */
export interface OpenTurn {
  turnId: TurnId
  /** When it began, milliseconds: behind every message that was there. */
  at: number
  message: StoredMessage
  segment: SegmentId | null
  /** The bucket whose thread the person wrote into: their word. */
  saidBucket: BucketId | null
  /** Whether notes are recalled; null: as the settings say. */
  recall: boolean | null
  /** False: nothing of this turn is to be learned. */
  learn: boolean
  /** The reply stands in the place of this one, and of what followed it. */
  replaces?: MessageId | null
  /** It belongs to an earlier talk: its reply stands there, at this time in milliseconds. */
  replyAt?: number | null
  /** Where an earlier version was filed. */
  placed?: FiledAs | null
  /** It is asked in the talk it stands in, not in the one the session began with. */
  apart?: boolean
  /** Other versions of it are kept: the window is told how many. */
  versioned?: boolean
  /** Its query vector, where that is being made already (`questionOf`). */
  question?: Promise<Float32Array | undefined> | null
}

/** What a finished turn came to, for callers that wait for it. */
export interface TurnOutcome {
  userMessage: StoredMessage
  reply: StoredMessage | null
  card: FiledCard | null
  filed: FiledTurn
  /** What the person asked to be remembered, and is now. */
  remembered: Remembered[]
}

/** How a reply ended. */
export interface Ending {
  status: MessageStatus
  modelId: string | null
  notes: RecalledNote[]
  /** Where the app found what the person asked to be looked up. */
  lookedUp?: FoundTopic | null
  /** When, in milliseconds, if it was not just now. */
  at?: number
}

const MINUTE = 60_000

/**
 * One turn, from the committed message to the stored reply: recall, prompt, stream, file, commit. Whatever happens on the
 * way, the message is filed and what came of the reply is kept before anybody hears of it.
 */
export async function runTurn(
  ports: TurnPorts,
  turn: OpenTurn,
  signal: AbortSignal,
  /** Called once the model has said what it has to say: what gave way to it goes on. */
  answered: () => void,
): Promise<TurnOutcome> {
  const model = ports.chat()
  tellStarted(ports, turn, model)
  if (!model) {
    answered()
    return settleTurn(ports, turn, null, { status: 'complete', modelId: null, notes: [] })
  }
  const reply = emptyReply()
  let notes: RecalledNote[] = []
  let lookedUp: Ending['lookedUp'] = null
  let hints: Hint[] = []
  let remembering: Promise<Remembered[]> | null = null
  let isAsked = false
  const asked = (): void => {
    if (isAsked) return
    isAsked = true
    // What cannot be read now is asked for again by filing, which says so.
    ports.filing.readAhead(turn.message, turn.segment).catch(() => undefined)
    // Where buckets are ruled out, it is known only once the turn is filed whether it may be learned from.
    const { neverLearnBuckets, neverLearnTopics } = ports.settings()
    if (neverLearnBuckets.length + neverLearnTopics.length === 0) remembering = rememberedOf(ports, turn, null)
  }
  try {
    const looked = await lookUpFor(ports, turn)
    notes = looked?.notes ?? (await recallFor(ports, turn))
    lookedUp = looked?.found ?? null
    const lookedInVain = looked !== null && notes.length === 0
    if (lookedInVain) tellFoundNothing(ports)
    // A turn that is asked again is sent as it was.
    if (ports.can('tags') && turn.message.verbatim === null) hints = await ports.hints.forTurn()
    readAhead(ports, turn)
    const { turnId, message } = turn
    await answer(
      ports,
      { turnId, message, model, notes, hints, lookedInVain, reply, signal, asked, apart: turn.apart ?? false },
      () => tellStarted(ports, turn, model),
    )
  } catch (error) {
    if (!signal.aborted) {
      await settleTurn(ports, turn, reply, { status: 'interrupted', modelId: model.id, notes, lookedUp }, remembering)
      throw error
    }
  } finally {
    answered()
  }
  const status = signal.aborted ? 'stopped' : reply.tooLong ? 'interrupted' : 'complete'
  if (reply.tooLong) tellTooLong(ports)
  const outcome = await settleTurn(ports, turn, reply, { status, modelId: model.id, notes, lookedUp }, remembering)
  await ports.hints.answered(hints).catch(ports.onFault)
  return outcome
}

/** Files the turn and commits everything that belongs to it in one transaction; then tells who wants to know. */
export async function settleTurn(
  ports: TurnPorts,
  turn: OpenTurn,
  reply: ReplySoFar | null,
  ending: Ending,
  /** What may be remembered of the message, where that was read while the model answered. */
  remembering: Promise<Remembered[]> | null = null,
): Promise<TurnOutcome> {
  const { store, bus, filing, can } = ports
  const { turnId, message, segment, saidBucket } = turn
  const newReply = reply && !saysNothing(reply) ? replyMessage(ports, turn, reply, ending) : null
  const tagged = newReply && reply && can('tags') ? bucketTags(reply.tags) : []
  const plan = await filing.plan({
    message,
    segment,
    reply: newReply,
    saidBucket,
    placed: turn.placed ?? null,
    tagged,
    lookedUp: ending.lookedUp ?? null,
  })
  const finish = {
    turnId,
    reply: newReply,
    filing: plan.commit,
    vectors: plan.vectors,
    terms: plan.terms,
    timeoutMs: ports.settings().segmentTimeoutMinutes * MINUTE,
    version: newReply && turn.replaces ? askedAgain(ports, message, turn.replaces) : undefined,
    beside: turn.replyAt == null ? null : message.id,
  }
  const committed = await store.turns.finish(finish).catch((error: unknown) => {
    plan.abandon?.()
    throw error
  })
  if (committed.reply && turn.replyAt == null) ports.session.talk.said(committed.reply)
  const filed = await plan.follow(committed.filing)
  if (committed.operation) {
    ports.session.talk.forget()
    await ports.follow(committed.operation)
  }
  const remembered = await (remembering ?? rememberedOf(ports, turn, filed.bucket?.id ?? null))
  const card = ending.modelId === null && newReply === null ? await cardFor(ports, message, filed, remembered) : null
  // The turn is stored: a command that breaks is a fault of its own.
  const told = reply !== null && can('tags') && reply.tags.length > 0
  if (reply && told) await ports.execute(reply.tags).catch(ports.onFault)
  const mayHaveMoved = told || plan.promote.length > 0
  const lying = await asTheyLie(ports, message, committed, mayHaveMoved)
  const outcome = { ...lying, card, filed, remembered }
  const counts = turn.versioned
    ? await store.branches.countsAt([message.id, ...(outcome.reply ? [outcome.reply.id] : [])])
    : []
  const view = (m: StoredMessage): MessageView => withBranches([toMessageView(m)], counts)[0] ?? toMessageView(m)
  bus.tell({
    type: 'turn.finished',
    turnId,
    userMessage: view(outcome.userMessage),
    reply: outcome.reply && view(outcome.reply),
    card,
    remembered,
  })
  const { messages, refiled } = committed.filing
  const others = messages.map((m) => m.id).filter((m) => m !== message.id && m !== newReply?.id)
  if (others.length > 0) bus.tell({ type: 'messages.changed', messageIds: others })
  const receipt = refiled && (await store.operations.byId(refiled))
  if (receipt) bus.tell({ type: 'receipts.changed', receipts: [receipt] })
  bus.tell({ type: 'manifest.changed' })
  if (filed.bucket) await ports.hints.filed(filed.bucket.id, filed.isNewBucket).catch(ports.onFault)
  return outcome
}

type TurnCommitted = Awaited<ReturnType<TurnPorts['store']['turns']['finish']>>

/** Message and reply after the commit: as it answered them, or read anew if a promotion or a model's commands may have moved them since. */
async function asTheyLie(
  { store }: TurnPorts,
  message: StoredMessage,
  { reply, filing }: TurnCommitted,
  mayHaveMoved: boolean,
): Promise<Pick<TurnOutcome, 'userMessage' | 'reply'>> {
  if (!mayHaveMoved && filing.refiled === null) {
    const placed = filing.messages.find((m) => m.id === message.id)
    return { userMessage: { ...message, ...placed }, reply }
  }
  const stored = await store.messages.byIds([message.id, ...(reply ? [reply.id] : [])])
  const now = (id: MessageId): StoredMessage | undefined => stored.find((m) => m.id === id)
  return { userMessage: now(message.id) ?? message, reply: (reply && now(reply.id)) ?? reply }
}

/** Filing wants the message's vector when the reply has ended: it is made while the model thinks. */
function readAhead(ports: TurnPorts, { message }: OpenTurn): void {
  const made = ports.embedder().embed([message.text], { kind: 'passage', priority: 'normal' })
  // What cannot be read now is asked for again by filing, which says so.
  made.catch(() => undefined)
}

function tellStarted(ports: TurnPorts, { turnId, message, replaces }: OpenTurn, model: ChatModel | null): void {
  ports.bus.tell({
    type: 'turn.started',
    turnId,
    userMessageId: message.id,
    modelId: model?.id ?? null,
    ...(replaces && model ? { replaces } : {}),
  })
}

function tellTooLong({ bus, settings }: TurnPorts): void {
  bus.tell({
    type: 'app.notice',
    level: 'info',
    message: `The reply was ended at ${settings().replyMaxChars.toLocaleString('en')} characters and is kept as far as it came. The limit is among the settings of filing.`,
  })
}

/** A small model makes something up all the same (docs/models.md): the person hears it from the app. */
function tellFoundNothing({ bus }: TurnPorts): void {
  bus.tell({
    type: 'app.notice',
    level: 'info',
    message:
      'Nothing about this was found in your earlier conversations: what the model says of it does not come from there.',
  })
}

function replyMessage(
  ports: TurnPorts,
  turn: OpenTurn,
  reply: ReplySoFar,
  { status, modelId, notes, at = ports.clock.now() }: Ending,
): NewMessage {
  const ts = turn.replyAt ?? Math.max(at, turn.at + 1)
  return {
    id: newMessageId(ts),
    ts,
    role: 'assistant',
    author: 'assistant',
    text: reply.text,
    status,
    replyTo: turn.message.id,
    recalled: notes,
    verbatim: reply.raw,
    tools: reply.tools,
    toolRounds: reply.rounds,
    ...(reply.thinking.trim() === '' ? {} : { brought: { thinking: reply.thinking.trim() } }),
    ...(modelId === null ? {} : { modelId }),
  }
}

/** The turn is stored: that something could not be remembered is a fault of its own. */
async function rememberedOf(
  ports: TurnPorts,
  { message, segment, learn }: OpenTurn,
  bucketId: BucketId | null,
): Promise<Remembered[]> {
  if (!learn) return []
  try {
    return await ports.remember({ ...message, segmentId: segment, bucketId: bucketId ?? message.bucketId })
  } catch (error) {
    ports.onFault(error)
    return []
  }
}

async function cardFor(
  ports: TurnPorts,
  message: StoredMessage,
  filed: FiledTurn,
  remembered: Remembered[],
): Promise<FiledCard | null> {
  if (!filed.bucket) return null
  const related = filed.vector ? await ports.related(message.text, filed.vector) : []
  return {
    bucketId: filed.bucket.id,
    bucketTitle: filed.bucket.title,
    isNewBucket: filed.isNewBucket,
    remembered,
    related,
  }
}

/**
 * The vector that notes for this text are looked for with. It needs nothing of the store, so that it is made while the message is
 * being saved. Null where nothing is recalled: a model with tools searches by itself (07-settled, Recall).
 */
export function questionOf(
  ports: TurnPorts,
  text: string,
  recall: boolean | null,
): Promise<Float32Array | undefined> | null {
  if (!looksFor(ports, recall)) return null
  const made = ports
    .embedder()
    .embed([text], { kind: 'query', priority: 'turn' })
    .then(([vector]) => vector)
  // Whoever waits for it hears what went wrong; where the message cannot be saved, nobody does.
  made.catch(() => undefined)
  return made
}

/** Whether the app looks for what was said before on the model's behalf: one with tools searches by itself (07-settled, Recall). */
const looksFor = (ports: TurnPorts, recall: boolean | null): boolean =>
  ports.chat() !== null && !ports.can('tools') && (recall ?? ports.settings().recallNotes)

/** What the person asks to be looked up, for a model that cannot; null if they ask for no such thing. */
async function lookUpFor(ports: TurnPorts, { message, recall }: OpenTurn): ReturnType<TurnPorts['lookUp']> {
  if (!looksFor(ports, recall)) return null
  try {
    return await ports.lookUp(message.text)
  } catch (error) {
    if (isWithoutModel(error)) return null
    throw error
  }
}

/** Notes for a model without tools; without an embedding model there are none, and the turn goes on. */
async function recallFor(ports: TurnPorts, { message, recall, question }: OpenTurn): Promise<RecalledNote[]> {
  const asked = question === undefined ? questionOf(ports, message.text, recall) : question
  if (asked === null) return []
  try {
    const vector = await asked
    return vector ? await ports.recall(message.text, vector) : []
  } catch (error) {
    if (isWithoutModel(error)) return []
    throw error
  }
}

/** Ids sort by the time they stand for. */
export const newMessageId = (at: number): MessageId => messageId.parse(uuidv7({ msecs: at }))
