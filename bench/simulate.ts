/** `simulate`: six weeks of a scripted life through the product's own services, and the seeds' success criteria. */

import { writeFileSync } from 'node:fs'
import { isMisc } from '@shared/ids'
import type { MessageId } from '../src-shared/ids'
import { type Bench, count, inputOf } from './bench'
import { readLabelled } from './fit/data'
import { percentile } from './percentile'
import { type Life, scriptedLife } from './simulate-life'
import { liesRight, type Placed, shareIn, shareToTouch, topicOf } from './simulate-measures'
import { type World, withWorld } from './world'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const START = Date.UTC(2026, 0, 5, 8)
/** Newest messages whose place is read again after each turn: what a live judgement may have moved. */
const LOOK_BACK = 40
/** A change of life that was not noticed counts so many days. */
const MISSED_DAYS = 42
/** Further turns after which a misfiled one should lie right. */
const TURNS_TO_CORRECT = 2

interface Said extends Placed {
  id: MessageId
  text: string
  at: number
  oneOff: boolean
  firstBucket: string | null
  rightAtOnce: boolean
  rightLater: boolean | null
}

/** The life as it is lived: who lies where, what was noticed, how large the context was. */
class Living {
  readonly said: Said[] = []
  readonly active: number[] = []
  readonly noticed = new Map<string, { topic: string | undefined; at: number }>()
  readonly contexts: number[] = []
  overBudget = 0
  private tidied = START

  constructor(private readonly world: World) {}

  async readPlaces(said: readonly Said[]): Promise<void> {
    const found = await this.world.app.store.messages.byIds(said.map(({ id }) => id))
    const byId = new Map(found.map((m) => [m.id, m.bucketId]))
    for (const one of said) one.bucket = byId.get(one.id) ?? null
  }

  /** Lets the clock run to `until`: silence closes segments, the janitor passes every six hours. */
  async passTime(until: number, lastAt: number | null): Promise<void> {
    const { app, clock } = this.world
    const go = (at: number): void => {
      if (at > clock.now()) clock.advance(at - clock.now())
    }
    if (lastAt !== null && until - lastAt > HOUR) {
      go(lastAt + HOUR + MINUTE)
      await app.segments.checkTimeouts()
      await app.segments.idle()
    }
    while (this.tidied + 6 * HOUR <= until) {
      this.tidied += 6 * HOUR
      go(this.tidied)
      await app.janitor.runIfDue()
      await this.notice()
    }
    go(until)
  }

  private async notice(): Promise<void> {
    const { app, clock } = this.world
    const fresh = app.directory.visible().filter((b) => b.lifeChangeDetected && !this.noticed.has(b.id))
    if (fresh.length === 0) return
    await this.readPlaces(this.said)
    for (const { id } of fresh) this.noticed.set(id, { topic: topicOf(this.said, id), at: clock.now() })
  }

  async say(text: string, topic: string, oneOff: boolean): Promise<void> {
    const { app, clock } = this.world
    const { message, sessionStarted, done } = await app.conversation.send({ text })
    await done
    const own: Said = {
      id: message.id,
      text,
      at: clock.now(),
      topic,
      oneOff,
      firstBucket: null,
      bucket: null,
      rightAtOnce: false,
      rightLater: null,
    }
    this.said.push(own)
    await this.readPlaces(this.said.slice(-LOOK_BACK))
    own.firstBucket = own.bucket
    own.rightAtOnce = liesRight(this.said, this.said.length - 1)
    const earlier = this.said.length - 1 - TURNS_TO_CORRECT
    const judged = this.said[earlier]
    if (judged !== undefined) judged.rightLater = liesRight(this.said, earlier)
    if (!sessionStarted) return
    const { totalTokens, budgetTokens } = await app.session.view(clock.now())
    this.contexts.push(totalTokens)
    if (totalTokens > budgetTokens) this.overBudget += 1
  }

  countActive(): void {
    this.active.push(this.world.app.directory.visible().filter(({ status }) => status === 'active').length)
  }
}

async function live(living: Living, life: Life, say: (line: string) => void): Promise<void> {
  let last: number | null = null
  let week = 1
  for (const { at, text, topic, oneOff } of life.turns) {
    for (; at >= START + week * 7 * DAY; week++) {
      await living.passTime(START + week * 7 * DAY, last)
      living.countActive()
      say(`week ${week}: ${living.said.length} messages, ${living.active.at(-1)} active buckets`)
    }
    await living.passTime(at, last)
    await living.say(text, topic, oneOff)
    last = at
  }
  await living.passTime(START + life.weeks * 7 * DAY + 7 * HOUR, last)
  living.countActive()
  say(`week ${week}: ${living.said.length} messages, ${living.active.at(-1)} active buckets`)
  await living.readPlaces(living.said)
}

/** Mean over the topics of their share in the bucket that is found first by their plain name. */
async function threadCompleteness({ app }: World, said: readonly Said[]): Promise<number> {
  await app.search.ready()
  const topics = [...new Set(said.filter(({ oneOff }) => !oneOff).map(({ topic }) => topic))]
  let sum = 0
  for (const topic of topics) {
    const [first] = await app.search.buckets({ query: topic.replaceAll('_', ' '), limit: 5 })
    sum += shareIn(said, topic, first?.bucket.id ?? null)
  }
  return sum / topics.length
}

function lifeChanges(living: Living, { changes }: Life): { days: number; caught: number; falseAlarms: number } {
  const noticed = [...living.noticed.values()]
  const days = changes.map(({ topic, at }) => {
    const first = noticed.find((one) => one.topic === topic)
    return first === undefined ? MISSED_DAYS : (first.at - at) / DAY
  })
  const real = new Set(changes.map(({ topic }) => topic))
  return {
    days: percentile(days, 0.5),
    caught: days.filter((d) => d <= 7).length / days.length,
    falseAlarms: noticed.filter(({ topic }) => topic === undefined || !real.has(topic)).length,
  }
}

export const simulate: Bench = {
  summary:
    'six weeks of a scripted life from labelled texts (--input FILE), with --weeks N fewer; --trace FILE writes where each turn lay',
  async run(options, say) {
    const weeks = count(options, 'weeks', 6)
    const life = scriptedLife(readLabelled(inputOf(options)), START, weeks, count(options, 'seed', 1))
    return withWorld({ at: START, overrides: { experimentLifeChange: true } }, async (world) => {
      const living = new Living(world)
      await live(living, life, say)
      const { said } = living
      const trace = options.extra.trace
      if (trace !== undefined) writeFileSync(trace, said.map((one) => `${JSON.stringify(one)}\n`).join(''))
      const misfiled = said.filter(({ rightAtOnce, rightLater }) => !rightAtOnce && rightLater !== null)
      const corrected = misfiled.filter(({ rightLater }) => rightLater).length
      const change = lifeChanges(living, life)
      const kept = said.filter(({ bucket }) => !isMisc(bucket ?? ''))
      const metrics: Record<string, number> = {
        thread_completeness: await threadCompleteness(world, said),
        corrected_within_2_turns: misfiled.length === 0 ? 1 : corrected / misfiled.length,
        right_after_2_turns:
          said.filter(({ rightAtOnce, rightLater }) => rightLater ?? rightAtOnce).length / said.length,
        misfiled_turns: misfiled.length,
        manual_buckets_percent: 100 * shareToTouch(kept),
        ...(life.changes.length > 0 ? { life_change_days: change.days, life_changes_caught: change.caught } : {}),
        life_change_false_alarms: change.falseAlarms,
        context_tokens_p95: percentile(living.contexts, 0.95),
        contexts_over_budget: living.overBudget,
        messages: said.length,
      }
      living.active.forEach((active, i) => {
        metrics[`active_buckets_week${i + 1}`] = active
      })
      for (const [key, value] of Object.entries(metrics)) say(`${key.padEnd(26)} ${Number(value.toFixed(3))}`)
      return metrics
    })
  },
}
