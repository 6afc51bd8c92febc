import type { Remembered } from '@shared/contract/conversation'
import type { Ability } from '@shared/contract/models'
import { type MemoryId, memoryId, type OperationId, type SegmentId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import type { ChatModel, Embedder } from '../../models/types'
import { isWithoutModel } from '../../models/without-model'
import { contentHash } from '../../store/content-hash'
import type { Store } from '../../store/protocol'
import type { NewMemory, StoredMemory, StoredMessage, StoredSegment } from '../../store/types'
import { withoutDue } from '../dates/due'
import { type Reading, readContent } from '../entries/facts'
import type { Ending } from '../entries/plan'
import { introducedNames } from '../pii/names'
import { type Candidate, CONFIDENCE, relevanceOf } from './candidate'
import { meantBy, settle } from './contradictions'
import { anythingDone, finishedTasks } from './finished'
import { type Learned, learn, withoutRecalled } from './learn'
import { isAmongPeople, ownMessages } from './person'
import { withValue } from './retractions'
import { candidatesByModel } from './with-model'
import { candidatesConfirmed, dated, type Place, readTalk, type SaidRetraction } from './without-model'

export interface ExtractionPorts {
  store: Store
  embedder: Embedder
  background(): Float32Array
  /** How contents are read: with every name the person introduced so far. */
  reading(): Promise<Reading>
  /** Authors of imported talks whom the person told apart as others: what they say is not learned. */
  others(): readonly string[]
  /** Where days that are named are counted, and how dates are read. */
  place(): Place
  chat(): ChatModel | null
  can(ability: Ability): boolean
  /** What was learned: the window is told, vectors and values follow. */
  learned(memories: readonly StoredMemory[]): void
  /** Marks a task as done, with a receipt. */
  finish(id: MemoryId): Promise<void>
  /** Makes an entry the person asked for, as an operation. */
  add(memory: NewMemory): Promise<OperationId>
  /** Those of the messages from which something may be learned: the person may have ruled out topics, buckets and turns. */
  mayLearn(own: readonly StoredMessage[]): Promise<StoredMessage[]>
  /** Whether such a thing may be kept at all. */
  mayKeep(content: string): boolean
  /** Ends entries that hold no more, with a receipt; `by` takes their place. */
  end(ending: Ending): Promise<void>
  /** The person asked for it to be forgotten. */
  forget(id: MemoryId): Promise<void>
  onFault(error: unknown): void
}

interface Talk {
  found: readonly Candidate[]
  learned: Learned['entries']
  retractions: readonly SaidRetraction[]
  segment: SegmentId | null
}

const MODEL_MS = 120_000
/** Messages among which the person's one before is looked for: answers, and what tasks posted, lie between. */
const LOOKED_BACK = 20

/**
 * Takes memories from a closed segment (02, Memory entries). Done twice it comes to the same. What was injected, recalled
 * or answered by tools is no message of the person, and so is never read here.
 */
export function createExtraction(ports: ExtractionPorts) {
  const { store } = ports

  async function extract(segment: StoredSegment, signal: AbortSignal): Promise<void> {
    const messages = await store.messages.ofSegment(segment.id)
    const own = await ports.mayLearn(ownMessages(messages, ports.others()))
    if (own.length === 0) return
    const said = readTalk(own, ports.place(), isAmongPeople(messages))
    const found = (await candidatesOf(segment, messages, { own, byPatterns: said.candidates }, signal)).filter((c) =>
      ports.mayKeep(c.content),
    )
    const learned = await keep(found, segment.id, own, signal)
    await putRight({ found, learned, retractions: said.retractions, segment: segment.id })
    if (!anythingDone(own)) return
    const open = (await store.memories.standing(['task'])).filter((task) => !task.done)
    for (const task of finishedTasks(own, open)) await ports.finish(task.id)
  }

  /**
   * What a message asks to be remembered is kept at once, each fact as an operation that undo takes back; what it takes back
   * of what stands ends. The rest of it is read when its segment closes.
   */
  async function remember(message: StoredMessage): Promise<Remembered[]> {
    if (ownMessages([message], ports.others()).length === 0 || !(await ports.mayLearn([message])).length) return []
    const before = await ownBefore(message)
    const said = readTalk([...before, message], ports.place())
    const asked = said.candidates.filter(
      (c) =>
        c.explicit &&
        ports.mayKeep(c.content) &&
        (c.sourceMessageIds.includes(message.id) || said.asksForTheLast.has(c)),
    )
    const reading = await readingOf([message])
    const learned = new Map<Candidate, MemoryId>()
    const remembered: Remembered[] = []
    for (const candidate of asked) {
      const [known] = (await store.memories.ofHash(contentHash(candidate.content))).filter(
        (m) => m.supersededBy === null && m.forgottenAt === null && m.endedAt === null,
      )
      if (known) ports.learned(await store.memoryWriting.confirm({ ...candidate, id: known.id }))
      const memory: NewMemory = {
        ...candidate,
        ...readContent(candidate.content, reading),
        id: memoryId.parse(uuidv7()),
        segmentId: message.segmentId,
      }
      learned.set(candidate, known?.id ?? memory.id)
      const operationId = known ? null : await ports.add(memory)
      remembered.push({ operationId, content: candidate.content })
    }
    const retractions = said.retractions.filter((r) => r.message.id === message.id)
    if (asked.length > 0 || retractions.length > 0)
      await putRight({ found: asked, learned, retractions, segment: message.segmentId })
    return remembered
  }

  /** What the person said last before this, in the same segment; a whole talk need not be read for it. */
  async function ownBefore({ seq, ts, segmentId }: StoredMessage): Promise<StoredMessage[]> {
    if (segmentId === null) return []
    const newest = await store.messages.before(seq, LOOKED_BACK)
    const here = newest.filter((m) => m.segmentId === segmentId)
    const [last] = ownMessages(here, ports.others())
    if (last || newest.length < LOOKED_BACK) return last ? [last] : []
    // An import came in between, or many answers.
    const talk = ownMessages(await store.messages.ofSegment(segmentId), ports.others())
    return talk.filter((m) => m.ts < ts).slice(-1)
  }

  async function keep(
    found: readonly Candidate[],
    segment: SegmentId | null,
    own: readonly StoredMessage[],
    signal: AbortSignal,
  ): Promise<Learned['entries']> {
    const wanted = found.filter((c) => c.onlyAsContrary !== true)
    if (wanted.length === 0) return new Map()
    const candidates = segment === null ? wanted : withoutRecalled(wanted, await store.memories.notesOf(segment))
    const { changed, entries } = await learn({ ...ports, reading: await readingOf(own) }, segment, candidates, signal)
    ports.learned(changed)
    return entries
  }

  async function readingOf(own: readonly StoredMessage[]): Promise<Reading> {
    const { region, names } = await ports.reading()
    const introduced = own.flatMap((m) => introducedNames(m.text).map((n) => n.name))
    return { region, names: new Set([...names, ...introduced]) }
  }

  /**
   * Of two statements that contradict each other the later one holds; what was taken back ends (07-settled, Superseding).
   * What only says no to something is kept if there was something to say no to.
   */
  async function putRight({ found, learned, retractions, segment }: Talk): Promise<void> {
    const inOrder = [...found].sort((a, b) => a.at - b.at)
    if (inOrder.length === 0 && retractions.length === 0) return
    let standing = await store.memories.standing()
    const authors = await authorsOf(found)
    const mine = (memory: StoredMemory, author: string): boolean => {
      const by = authors?.get(memory.id)
      return by === undefined || by.size === 0 || by.has(author)
    }
    for (const candidate of inOrder) {
      const id = learned.get(candidate) ?? null
      if (id === null && candidate.onlyAsContrary !== true) continue
      const own = standing.filter((memory) => mine(memory, candidate.author))
      const { ends, endedBy } = settle({ id, content: candidate.content, at: candidate.at }, own)
      const lost = retractions.find(
        ({ retraction, message }) => retraction.kind === 'lost' && candidate.sourceMessageIds.includes(message.id),
      )
      // what the very message says beside it is not what was lost
      const before = own.filter((m) => m.id !== id && !(lost && m.sourceMessageIds.includes(lost.message.id)))
      const gone = lost ? meantBy(lost.retraction, candidate.at, before, []) : []
      const ending = [...new Set([...ends, ...gone])]
      if (ending.length > 0) {
        const by = id ?? (await learnContrary(candidate, segment))
        await ports.end({ ids: ending.map((m) => m.id), by, at: candidate.at, why: candidate.content })
        standing = standing.filter((m) => !ending.includes(m))
        const made = by && !standing.some((m) => m.id === by) ? await store.memories.byIds([by]) : []
        standing.push(...made)
      }
      if (endedBy !== null && id !== null) {
        await ports.end({ ids: [id], by: endedBy.id, at: Date.parse(endedBy.createdAt), why: endedBy.content })
        standing = standing.filter((m) => m.id !== id)
      }
    }
    for (const said of retractions) standing = await takeBack(said, standing, segment)
  }

  /** Learned for what it says no to. */
  async function learnContrary(candidate: Candidate, segment: SegmentId | null): Promise<MemoryId | null> {
    const reading = await ports.reading()
    const { changed, entries } = await learn({ ...ports, reading }, segment, [candidate], new AbortController().signal)
    ports.learned(changed)
    return entries.get(candidate) ?? null
  }

  async function takeBack(
    { retraction, message, previous }: SaidRetraction,
    standing: readonly StoredMemory[],
    segment: SegmentId | null,
  ): Promise<StoredMemory[]> {
    const at = Date.parse(message.ts)
    const ofPrevious =
      previous === null
        ? []
        : standing.filter(
            // what this very message said already is not what it corrects
            (m) => m.sourceMessageIds.includes(previous.id) && !m.sourceMessageIds.includes(message.id),
          )
    const meant = retraction.kind === 'lost' ? [] : meantBy(retraction, at, standing, ofPrevious)
    if (meant.length === 0) return [...standing]
    const ids = meant.map((m) => m.id)
    const [old] = meant
    if (retraction.kind === 'takes_back' || retraction.kind === 'forget') for (const id of ids) await ports.forget(id)
    else if (retraction.kind === 'cancel') await ports.end({ ids, by: null, at, why: message.text })
    else if (retraction.kind === 'replace' && old) {
      const content = withValue(withoutDue(old.content), retraction.value, retraction.instead)
      if (content === null) return [...standing]
      const candidate: Candidate = {
        category: old.category,
        content: dated(old.category, content, message, ports.place()),
        source: 'pattern',
        explicit: old.explicit,
        confidence: CONFIDENCE.pattern,
        relevanceScore: old.relevanceScore ?? relevanceOf(old.category, old.explicit),
        sourceMessageIds: [...old.sourceMessageIds, message.id],
        reflection: null,
        at,
        author: message.author,
      }
      const by = await learnContrary(candidate, segment)
      await ports.end({ ids: [old.id], by, at, why: candidate.content })
      const made = by === null ? [] : await store.memories.byIds([by])
      return [...standing.filter((m) => m.id !== old.id), ...made]
    }
    return standing.filter((m) => !ids.includes(m.id))
  }

  /** Who said what, where an import keeps several names: one person's move is not another's. */
  async function authorsOf(found: readonly Candidate[]): Promise<Map<MemoryId, Set<string>> | null> {
    if (found.every((c) => c.author === 'user')) return null
    const standing = await store.memories.standing()
    const messages = await store.messages.byIds([...new Set(standing.flatMap((m) => m.sourceMessageIds))])
    const author = new Map(messages.map((m) => [m.id, m.author]))
    return new Map(
      standing.map((m) => [m.id, new Set(m.sourceMessageIds.flatMap((id) => author.get(id) ?? []))] as const),
    )
  }

  /** “Remember …” is kept whatever a model makes of the rest. */
  async function candidatesOf(
    segment: StoredSegment,
    messages: readonly StoredMessage[],
    said: { own: readonly StoredMessage[]; byPatterns: readonly Candidate[] },
    signal: AbortSignal,
  ): Promise<Candidate[]> {
    const ids = new Set<string>(said.own.map((m) => m.id))
    const byPatterns = [...said.byPatterns, ...candidatesConfirmed(messages, ids)]
    const model = ports.chat()
    if (!model || !ports.can('extract')) return byPatterns
    // A crash came between learning and its mark: a model asked again would say the same in other words.
    if ((await store.memories.ofSegment(segment.id)).some((m) => m.source === 'model')) return byPatterns
    try {
      const within = AbortSignal.any([signal, AbortSignal.timeout(MODEL_MS)])
      const byModel = await candidatesByModel(model, messages, ids, within)
      return [...byPatterns.filter((c) => c.explicit || c.onlyAsContrary), ...byModel]
    } catch (error) {
      if (signal.aborted || !(isWithoutModel(error) || isTimeout(error))) throw error
      ports.onFault(
        new Error(`The model ${model.id} took no memories from segment ${segment.id}; patterns did.`, { cause: error }),
      )
      return byPatterns
    }
  }

  return { extract, remember }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || ('code' in error && error.code === 'cancelled'))
