/** What was said, where and when: a life of topics as plain data, made from a seed. */
import { seeded } from '../fit/random'
import { type Language, languages, zipfRank } from './vocabulary'

export interface StoreSize {
  messages: number
  segments: number
  buckets: number
  seed: number
}

export interface Topic {
  index: number
  title: string
  language: Language
  /** Ranks in the language's words: what is said about this topic and hardly elsewhere. */
  own: readonly string[]
  /** Said once and never again. */
  oneOff: boolean
}

export interface Said {
  role: 'user' | 'assistant'
  text: string
  /** Milliseconds since the epoch. */
  at: number
}

/** A run of messages about one topic. */
export interface Stretch {
  topic: Topic
  messages: Said[]
}

/** The last moment of every life: long over, so that no clock stands before it. */
export const LIFE_ENDS = Date.UTC(2025, 9, 31, 18)
const DAY = 86_400_000
const MINUTE = 60_000
/** Topics that are going on at any time; now and then an old one comes back. */
const AT_ONCE = 12
const COMES_BACK = 0.1
const ONE_OFFS = 0.15
const OWN_WORDS = 60
/** A segment holds so many stretches, most often one or two. */
const STRETCHES = [1, 1, 2, 2, 2, 3]

/** Segment after segment, oldest first. Every topic is spoken of at least once; message counts add up to `messages`. */
export function* life({ messages, segments, buckets, seed }: StoreSize): Generator<Stretch[]> {
  const topics = makeTopics(buckets, seeded(seed))
  const random = seeded(seed + 3)
  const plan = Array.from({ length: segments }, () => STRETCHES[Math.floor(random() * STRETCHES.length)] ?? 1)
  const total = plan.reduce((sum, n) => sum + n, 0)
  const days = Math.max(30, Math.round(segments / 3))
  const going: Topic[] = []
  let introduced = 0
  let done = 0
  let left = messages
  for (const [segment, stretches] of plan.entries()) {
    let at = LIFE_ENDS - Math.round((days * DAY * (segments - segment)) / segments)
    const out: Stretch[] = []
    for (let s = 0; s < stretches; s++) {
      const rest = total - done
      const due = introduced < topics.length && introduced * total <= done * topics.length
      const topic = due ? topics[introduced++] : next(going, topics, introduced, random)
      if (!topic) throw new Error('a life needs at least one topic')
      if (due && !topic.oneOff) {
        going.push(topic)
        if (going.length > AT_ONCE) going.splice(Math.floor(random() * AT_ONCE), 1)
      }
      const fair = Math.max(1, Math.round((left / rest) * (0.4 + 1.2 * random())))
      const size = rest === 1 ? left : Math.min(left - (rest - 1), topic.oneOff ? Math.min(2, fair) : fair)
      out.push({ topic, messages: talk(topic, Math.max(1, size), at, random) })
      at = (out.at(-1)?.messages.at(-1)?.at ?? at) + MINUTE
      left -= Math.max(1, size)
      done += 1
    }
    yield out
  }
}

function next(going: readonly Topic[], all: readonly Topic[], known: number, random: () => number): Topic | undefined {
  const old = all[Math.floor(random() * Math.max(1, known))]
  if (old && !old.oneOff && (going.length === 0 || random() < COMES_BACK)) return old
  return going[zipfRank(going.length, random)] ?? all[0]
}

function makeTopics(count: number, random: () => number): Topic[] {
  const spoken = languages(random)
  return Array.from({ length: count }, (_, index) => {
    const language = drawn(spoken, random())
    // The commonest words belong to everybody.
    const rank = () => 200 + Math.floor(random() * (language.words.length - 200))
    const own = Array.from({ length: OWN_WORDS }, () => language.words[rank()] ?? '')
    return {
      index,
      title: own.slice(0, 3).join(language.separator),
      language,
      own,
      oneOff: index > 0 && random() < ONE_OFFS,
    }
  })
}

function drawn(spoken: readonly { language: Language; share: number }[], at: number): Language {
  let before = 0
  for (const { language, share } of spoken) {
    before += share
    if (at < before) return language
  }
  throw new Error('the shares of the languages add up to less than 1')
}

/** Questions and answers in turn, up to a minute apart: half of all messages are answers. */
function talk(topic: Topic, count: number, from: number, random: () => number): Said[] {
  let at = from
  return Array.from({ length: count }, (_, i) => {
    const role = i % 2 === 0 ? 'user' : 'assistant'
    at += 1_000 + Math.floor(random() * 25_000)
    const text =
      role === 'user' ? textOf(topic, 3 + Math.floor(random() * random() * 50), random) : answerOf(topic, random)
    return { role, text, at } as const
  })
}

export function textOf({ language, own }: Topic, words: number, random: () => number): string {
  let text = ''
  let sinceStop = 0
  for (let i = 0; i < words; i++) {
    const word =
      random() < 0.25 ? own[zipfRank(own.length, random)] : language.words[zipfRank(language.words.length, random)]
    const ends = sinceStop > 5 && random() < 0.15
    text += (word ?? '') + (i === words - 1 || ends ? language.stop : language.separator)
    sinceStop = ends ? 0 : sinceStop + 1
  }
  return text.trim()
}

/** An answer as an assistant writes it: 1,000 to 4,000 characters of paragraphs, headings, lists, tables and code. */
function answerOf(topic: Topic, random: () => number): string {
  const wanted = 1_000 + Math.floor(random() * 3_000)
  const words = (from: number, to: number) => textOf(topic, from + Math.floor(random() * (to - from)), random)
  const bare = (from: number, to: number) => words(from, to).replace(/[.。।]\s*/gu, '')
  const lines = (make: (i: number) => string) => Array.from({ length: 3 + Math.floor(random() * 4) }, (_, i) => make(i))
  const blocks: (() => string)[] = [
    () => words(30, 80),
    () => words(30, 80),
    () => `## ${bare(2, 6)}\n\n${words(20, 50)}`,
    () => lines(() => `- **${bare(1, 3)}**: ${words(6, 16)}`).join('\n'),
    () => lines((i) => `${i + 1}. ${words(8, 20)}`).join('\n'),
    () => ['| | |', '| --- | --- |', ...lines(() => `| ${bare(1, 3)} | ${bare(2, 6)} |`)].join('\n'),
    () => codeOf(random),
  ]
  let text = words(20, 50)
  while (text.length < wanted) text += `\n\n${blocks[Math.floor(random() * blocks.length)]?.() ?? ''}`
  return text.slice(0, 4_000).trimEnd()
}

const NAMES =
  'user order item total price list count index query result value config cache token page file path name'.split(' ')

/** A few lines of code in a fence, with the names that code everywhere has. */
function codeOf(random: () => number): string {
  const name = () => NAMES[Math.floor(random() * NAMES.length)] ?? 'value'
  const camel = () => `${name()}${name().replace(/^./, (c) => c.toUpperCase())}`
  const lines = Array.from(
    { length: 3 + Math.floor(random() * 10) },
    () => `  const ${camel()} = await ${camel()}.${name()}(${name()}, ${Math.floor(random() * 100)})`,
  )
  return ['```ts', `async function ${camel()}(${name()}: string) {`, ...lines, `  return ${camel()}`, '}', '```'].join(
    '\n',
  )
}

/** New things to say in the languages of a life: about its topics, and now and then about none of them. */
export function spoken({ buckets, seed }: StoreSize, random: () => number) {
  const topics = makeTopics(buckets, seeded(seed))
  const topic = (): Topic => {
    const found = topics[Math.floor(random() * topics.length)]
    if (!found) throw new Error('a life has topics')
    return found
  }
  let current = topic()
  return {
    question(): string {
      if (random() < 0.2) current = topic()
      return textOf(current, 4 + Math.floor(random() * 30), random)
    },
    answer: (): string => answerOf(current, random),
  }
}
