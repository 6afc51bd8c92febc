import type { Priority, TextKind } from './types'

/** One text that waits for its vector. */
export interface QueuedText {
  text: string
  kind: TextKind
  priority: Priority
  signal: AbortSignal | undefined
  resolve: (vector: Float32Array) => void
  reject: (error: unknown) => void
}

const ORDER: readonly Priority[] = ['turn', 'normal', 'backlog']
/** 03-models: batches of at most 32; the characters keep a batch of long texts from holding everything up. */
const MAX_BATCH = 32
const MAX_BATCH_CHARACTERS = 8000

/** Texts by priority, then by arrival. Bounded: who wants to add to the backlog of a full queue waits for room. */
export class EmbeddingQueue {
  readonly #waiting: Record<Priority, QueuedText[]> = { turn: [], normal: [], backlog: [] }
  #forRoom: (() => void)[] = []

  constructor(private readonly capacity: number) {}

  get size(): number {
    return ORDER.reduce((total, priority) => total + this.#waiting[priority].length, 0)
  }

  /** May a text of this priority be added? The turn being typed always may. */
  hasRoom(priority: Priority): boolean {
    return priority === 'turn' || this.size < this.capacity
  }

  /** Resolves when something was taken out. */
  nextRoom(): Promise<void> {
    return new Promise((resolve) => this.#forRoom.push(resolve))
  }

  add(item: QueuedText): void {
    this.#waiting[item.priority].push(item)
  }

  /** Takes out every text whose request was aborted. */
  takeAborted(): QueuedText[] {
    const aborted: QueuedText[] = []
    for (const priority of ORDER) {
      this.#waiting[priority] = this.#waiting[priority].filter((item) => {
        if (item.signal?.aborted !== true) return true
        aborted.push(item)
        return false
      })
    }
    if (aborted.length > 0) this.#freed()
    return aborted
  }

  /** The next texts to embed together: of the highest priority there is, all of one kind. Empty if none waits. */
  takeBatch(eligible: (priority: Priority) => boolean): QueuedText[] {
    for (const priority of ORDER) {
      const list = this.#waiting[priority]
      const [first] = list
      if (!first || !eligible(priority)) continue
      const batch = chooseBatch(list)
      const taken = new Set(batch)
      this.#waiting[priority] = list.filter((item) => !taken.has(item))
      this.#freed()
      return batch
    }
    return []
  }

  #freed(): void {
    const waiting = this.#forRoom
    this.#forRoom = []
    for (const resolve of waiting) resolve()
  }
}

/** From a list in order: the first and what fits with it in kind, number and characters. */
export function chooseBatch<T extends Pick<QueuedText, 'text' | 'kind'>>(list: readonly T[]): T[] {
  const [first, ...rest] = list
  if (!first) return []
  const batch = [first]
  let characters = first.text.length
  for (const item of rest) {
    if (batch.length === MAX_BATCH) break
    if (item.kind !== first.kind || characters + item.text.length > MAX_BATCH_CHARACTERS) continue
    batch.push(item)
    characters += item.text.length
  }
  return batch
}
