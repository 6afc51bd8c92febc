/** A scripted life of some weeks in short requests: what is said when, drawn from labelled texts by a seed. Pure. */
import { seeded, shuffled } from './fit/random'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Topics from the first weeks on, those that circle (one day in four each), and those a change of life brings. */
const STEADY = 9
const CIRCLING = 3
/** Days the changes of life begin on: a new job, later a new pastime. */
const CHANGES = [24, 35] as const
const CHANGE_DAYS = 5
const CHANGE_PER_DAY = 21
/** From the first to before the last day nothing is said. */
const VACATION = [15, 22] as const

export interface LifeTurn {
  at: number
  text: string
  /** Label, or a name of its own for a one-off. */
  topic: string
  oneOff: boolean
}

export interface Life {
  turns: LifeTurn[]
  /** Topics that took the life over, with the time of their first word. */
  changes: { topic: string; at: number }[]
  weeks: number
}

/**
 * Busy days (every fifth) hold many topics, others few; requests come in short sittings of one topic. Topics start one after
 * another in the first two weeks. A vacation in the third week, a new job in the fourth, a new pastime in the sixth.
 * @throws Error where the texts do not suffice: 14 labels with 40 texts each are needed, and more for one-offs
 */
export function scriptedLife(
  labels: ReadonlyMap<string, readonly string[]>,
  start: number,
  weeks: number,
  seed = 1,
): Life {
  const random = seeded(seed)
  const usable = shuffled(
    [...labels].filter(([, texts]) => texts.length >= 40).sort(([a], [b]) => (a < b ? -1 : 1)),
    random,
  )
  const needed = STEADY + CIRCLING + CHANGES.length
  if (usable.length <= needed) throw new Error(`a life needs more than ${needed} labels of 40 texts each`)
  const texts = new Map(usable.map(([label, of]) => [label, shuffled([...new Set(of)], random)]))
  const names = usable.map(([label]) => label)
  const steady = names.slice(0, STEADY)
  const circling = names.slice(STEADY, STEADY + CIRCLING)
  const changing = names.slice(STEADY + CIRCLING, needed)
  const passing = shuffled(
    names.slice(needed).flatMap((label) => (texts.get(label) ?? []).slice(0, 3)),
    random,
  )
  const turns: LifeTurn[] = []
  const changes: Life['changes'] = []
  const say = (topic: string, at: number): void => {
    const text = texts.get(topic)?.pop()
    if (text !== undefined) turns.push({ at, text, topic, oneOff: false })
  }
  const sitting = (topic: string, from: number, count: number): number => {
    let at = from
    for (let i = 0; i < count; i++) {
      say(topic, at)
      at += Math.ceil((1 + 4 * random()) * MINUTE)
    }
    return at
  }
  for (let day = 0; day < weeks * 7; day++) {
    if (day >= VACATION[0] && day < VACATION[1]) continue
    const known = steady.filter((_, i) => i * 1.5 <= day)
    const busy = day % 5 === 2
    const today = shuffled(known, random).slice(0, busy ? 5 : 2)
    circling.forEach((topic, i) => {
      if (day > 2 && (day + i) % 4 === 0) today.push(topic)
    })
    let at = start + day * DAY + Math.floor(random() * HOUR)
    const pause = (): void => {
      at += Math.floor((random() < 0.3 ? 5 * MINUTE : 75 * MINUTE) + random() * 30 * MINUTE)
    }
    const parts = shuffled(
      [
        ...today.map((topic) => ({ topic, count: 2 + Math.floor(random() * 3) })),
        ...Array.from({ length: random() < 0.5 ? 1 : 2 }, () => ({ topic: null, count: 1 })),
      ],
      random,
    )
    CHANGES.forEach((begins, i) => {
      const topic = changing[i]
      if (topic === undefined || day < begins || day >= begins + CHANGE_DAYS) return
      for (let part = 0; part < 3; part++) parts.splice(part * 2, 0, { topic, count: Math.ceil(CHANGE_PER_DAY / 3) })
      if (day === begins) changes.push({ topic, at })
    })
    for (const { topic, count } of parts) {
      const oneOff = topic === null ? passing.pop() : undefined
      if (oneOff !== undefined) turns.push({ at, text: oneOff, topic: `one-off ${turns.length}`, oneOff: true })
      if (topic !== null) at = sitting(topic, at, count)
      pause()
    }
  }
  return { turns, changes, weeks }
}
