/** `abilities`: what a chat model can do at each job of the product, beside the way without one, and what a call takes. */
import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { basename } from 'node:path'
import type { Ability } from '@shared/contract/models'
import { messageId, shortId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { App } from '../src-main/app/create-app'
import { findCatalogModel } from '../src-main/download/catalog'
import { identifyFile } from '../src-main/download/from-file'
import { summariseExtractively } from '../src-main/language/extractive'
import { candidatesByModel } from '../src-main/memory/extraction/with-model'
import { readTalk } from '../src-main/memory/extraction/without-model'
import { centred, sentenceCalibrationOf, sentenceLikeness } from '../src-main/memory/value/likeness'
import { createLocalChatModel } from '../src-main/models/chat-local'
import { profileOf, readModelFile } from '../src-main/models/files/model-file'
import { HostClient } from '../src-main/models/host-client'
import { nodeHost } from '../src-main/models/host-process'
import { probeItems } from '../src-main/models/probe/items'
import { BUCKETS, filedMessages, NEW } from '../src-main/models/probe/items/assign'
import { isMemoryOf, memorableTalks } from '../src-main/models/probe/items/extract'
import { judgedPairs } from '../src-main/models/probe/items/judge'
import { isTitleOf, titledTalks } from '../src-main/models/probe/items/title'
import { tryItem } from '../src-main/models/probe/run'
import { isProved, type Tally, wilson } from '../src-main/models/probe/score'
import type { ChatModel } from '../src-main/models/types'
import { builtFile } from '../src-main/runtime/built-file'
import { nextTick } from '../src-main/runtime/slices'
import { summariseWithModel } from '../src-main/segments/summariser'
import type { StoredMessage } from '../src-main/store/types'
import { type Bench, type BenchOptions, count } from './bench'
import { withWorld } from './world'

const AT = Date.UTC(2026, 0, 5, 8)

/** A development talk of the person's own: `--input FILE` holds one in each line. */
const talkRow = z.object({ id: z.string(), lines: z.array(z.string()), about: z.string() })

interface Job {
  name: string
  /** Which ability it needs; null for what goes along with another. */
  ability: Ability | null
  items: number
  /** Whether item `i` came out right, and what was answered. */
  withModel(i: number): Promise<[right: boolean, said: string]>
  /** Null where there is no way without a model. */
  without: ((i: number) => Promise<boolean>) | null
}

export const abilities: Bench = {
  summary:
    'what a chat model (--model FILE) can do, beside the way without one, with the time of a call; --items 12, --jobs a,b',
  async run(options, say) {
    const path = options.extra.model
    if (path === undefined) throw new Error('abilities needs --model FILE')
    const most = count(options, 'items', 12)
    const wanted = options.extra.jobs?.split(',') ?? null
    const host = new HostClient({ start: nodeHost(builtFile('model-host.js')) })
    try {
      const { model, about } = await open(path, host)
      say(about)
      const loaded = performance.now()
      await model.load?.()
      say(`loaded in ${((performance.now() - loaded) / 1000).toFixed(1)} s`)
      return await withWorld({ at: AT }, async ({ app }) => {
        const metrics: Record<string, number> = {}
        say('job        with a model               without   ms a call   asked for it')
        for (const job of jobsOf(app, model, options)) {
          if (wanted === null || wanted.includes(job.name))
            Object.assign(metrics, await measured(job, most, options, say))
        }
        return metrics
      })
    } finally {
      await host.dispose()
    }
  },
}

async function open(path: string, host: HostClient): Promise<{ model: ChatModel; about: string }> {
  const known = await identifyFile(
    path,
    [findCatalogModel('smollm2-135m-instruct')].flatMap((one) => one ?? []),
  )
  const catalogModel = known?.purpose === 'chat' ? known : null
  const file = await readModelFile(path, { totalMemoryBytes: totalmem(), catalogModel })
  const { title, contextTokens } = file
  const source = { path, profile: profileOf(file, catalogModel), contextTokens: Math.min(contextTokens, 4096) }
  const model = createLocalChatModel({ host, id: file.id, title, source })
  return { model, about: `${title} (${basename(path)}), ${Math.round(file.parameters / 1e6)} M parameters` }
}

async function measured(job: Job, most: number, options: BenchOptions, say: (line: string) => void) {
  const tally: Tally = { right: 0, asked: 0 }
  let [ms, without] = [0, 0]
  const items = Math.min(most, job.items)
  for (let i = 0; i < items; i++) {
    const began = performance.now()
    // An answer of the wrong form is a wrong answer.
    const [right, said] = await job.withModel(i).catch((error: Error): [boolean, string] => [false, error.message])
    ms += performance.now() - began
    tally.asked += 1
    if (right) tally.right += 1
    if (job.without && (await job.without(i))) without += 1
    if (options.extra.show === 'yes')
      say(`  ${right ? 'right' : 'wrong'} ${Math.round(performance.now() - began)} ms: ${said}`)
  }
  const { low, high } = wilson(tally)
  const [share, other] = [tally.right / items, job.without ? without / items : null]
  const beats = (other === null || share > other) && (job.ability === null || isProved(job.ability, tally))
  const percent = (of: number): string => `${Math.round(of * 100)} %`
  say(
    [
      job.name.padEnd(10),
      `${tally.right}/${items} ${percent(share)} (${percent(low)}–${percent(high)})`.padEnd(26),
      (other === null ? '–' : percent(other)).padEnd(9),
      String(Math.round(ms / items)).padEnd(11),
      beats ? 'yes' : 'no',
    ].join(' '),
  )
  return {
    [`${job.name}_right`]: share,
    [`${job.name}_low`]: low,
    [`${job.name}_ms`]: ms / items,
    ...(other === null ? {} : { [`${job.name}_without`]: other }),
  }
}

function jobsOf(app: App, model: ChatModel, options: BenchOptions): Job[] {
  const talks =
    options.input === undefined
      ? titledTalks
      : readFileSync(options.input, 'utf8')
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map((line) => talkRow.parse(JSON.parse(line)))
          .map(({ about, ...talk }) => ({ ...talk, about: new RegExp(about, 'iu') }))
  const signal = new AbortController().signal
  const likeness = likenessOf(app)
  /** The nearest of some topics, or none of them where even that says something else. */
  const nearest = async (text: string, topics: Readonly<Record<string, string>>): Promise<string> => {
    const scored = await Promise.all(
      Object.entries(topics).map(async ([id, title]) => [id, await likeness(text, title)] as const),
    )
    const [best] = scored.sort((a, b) => b[1] - a[1])
    return best && best[1] >= 0.5 ? best[0] : NEW
  }
  const summaries = new Map<number, ReturnType<typeof summariseWithModel>>()
  const summary = (i: number) => {
    const known = summaries.get(i)
    const lines = talks[i]?.lines ?? []
    const made =
      known ??
      summariseWithModel({
        model,
        wants: { summary: true, assignment: false },
        messages: said(lines),
        buckets: [],
        signal,
      })
    summaries.set(i, made)
    return made
  }
  const extractive = (i: number) =>
    summariseExtractively(said(talks[i]?.lines ?? []).map(toSummarised), app.desk.statistics, { pause: nextTick })
  const at = <T>(list: readonly T[], i: number): T => {
    const one = list[i]
    if (one === undefined) throw new Error(`there is no item ${i}`)
    return one
  }
  const probed = (ability: Ability): Pick<Job, 'items' | 'withModel'> => {
    const items = probeItems.filter((item) => item.ability === ability)
    return {
      items: items.length,
      withModel: async (i) => [await tryItem(model, at(items, i), signal), at(items, i).id],
    }
  }
  return [
    {
      ...{ name: 'title', ability: 'title', items: talks.length },
      async withModel(i) {
        const title = (await summary(i)).summary?.title ?? ''
        return [isTitleOf(at(talks, i), title), title]
      },
      without: async (i) => isTitleOf(at(talks, i), (await extractive(i)).title),
    },
    {
      ...{ name: 'synopsis', ability: null, items: talks.length },
      async withModel(i) {
        const { synopsis = '' } = (await summary(i)).summary ?? {}
        return [isSynopsis(at(talks, i), synopsis), synopsis]
      },
      without: async (i) => isSynopsis(at(talks, i), (await extractive(i)).synopsis),
    },
    {
      ...{ name: 'assign', ability: 'assign' as const, ...probed('assign') },
      without: async (i) => {
        const { text, bucket } = at(filedMessages, i)
        return (await nearest(text, BUCKETS)) === bucket
      },
    },
    { ...{ name: 'tag', ability: 'tags' as const, ...probed('tags') }, without: null },
    {
      ...{ name: 'compare', ability: 'judge' as const, ...probed('judge') },
      without: async (i) => {
        const { a, b, same } = at(judgedPairs, i)
        return (await likeness(a, b)) >= 0.5 === same
      },
    },
    {
      ...{ name: 'remember', ability: 'extract', items: memorableTalks.length },
      async withModel(i) {
        const messages = said(at(memorableTalks, i).lines)
        const own = new Set(messages.filter((m) => m.role === 'user').map((m) => String(m.id)))
        const found = await candidatesByModel(model, messages, own, signal)
        const entries = found.map(({ category, content }) => ({ kind: category, text: content }))
        return [isMemoryOf(at(memorableTalks, i), entries), JSON.stringify(entries)]
      },
      async without(i) {
        const own = said(at(memorableTalks, i).lines).filter((m) => m.role === 'user')
        const { candidates } = readTalk(own, { timeZone: 'UTC', region: 'US' })
        return isMemoryOf(
          at(memorableTalks, i),
          candidates.map(({ category, content }) => ({ kind: category, text: content })),
        )
      },
    },
    { ...{ name: 'tools', ability: 'tools' as const, ...probed('tools') }, without: null },
  ]
}

/** It names the thing, is no list of lines, and is two or three sentences at most. */
const isSynopsis = ({ about, lines }: { about: RegExp; lines: readonly string[] }, text: string): boolean =>
  about.test(text) &&
  text.length <= 600 &&
  // told, not quoted: no whole line of the talk stands in it
  !lines.some((line) => text.includes(line.replace(/^\w+: /, '')))

function likenessOf({ desk, models }: App): (a: string, b: string) => Promise<number> {
  const kept = new Map<string, Promise<Float32Array>>()
  const vectorOf = (text: string): Promise<Float32Array> => {
    const known = kept.get(text)
    if (known) return known
    const made = models.embedder
      .embed([text], { kind: 'passage', priority: 'normal' })
      .then(([vector]) => centred(vector ?? new Float32Array(384), desk.background()))
    kept.set(text, made)
    return made
  }
  return async (a, b) => {
    const map = sentenceCalibrationOf(models.embedder.modelId)
    if (!map) throw new Error('the embedding model has no calibration')
    return sentenceLikeness(await vectorOf(a), await vectorOf(b), map)
  }
}

const toSummarised = ({ role, author, text, ts }: StoredMessage) => ({
  ...{ role: role === 'assistant' ? ('assistant' as const) : ('user' as const), author, text, at: Date.parse(ts) },
})

/** Lines of a talk as the messages they would be. */
function said(lines: readonly string[]): StoredMessage[] {
  return lines.map((line, i) => {
    const isUser = line.startsWith('User: ')
    const role = isUser ? ('user' as const) : ('assistant' as const)
    return {
      ...{ id: messageId.parse(uuidv7()), shortId: shortId.parse('00000000'), externalId: null, role, author: role },
      ...{ ts: new Date(AT + i * 60_000).toISOString(), text: line.replace(/^\w+: /, ''), status: 'complete' },
      ...{ bucketId: null, segmentId: null, filedBy: null, confidence: null, relatedBuckets: [], topicChanged: false },
      ...{ modelId: null, recalled: [], tools: [], seq: i, conv: null, homeBucketId: null, stretchId: null },
      ...{ candidates: [], bucketReturn: false, replyTo: null, verbatim: null, toolRounds: [] },
    }
  })
}
