import { CatchmentError } from '@shared/contract/errors'
import { type MemoryId, memoryId } from '@shared/ids'
import { MEMORY_CATEGORIES, type MemoryView } from '@shared/memory'
import type { Command } from 'commander'
import type { App } from '../app/create-app'
import { dueOf } from '../memory/dates/due'
import { parseCount } from './arguments'
import type { Cli } from './cli'
import { migrateMemoryFile, printMemoryFile } from './memory-file-commands'
import { printRows, printValue, type Row } from './output'

interface ListOptions {
  category?: string
  forgotten?: boolean
  ended?: boolean
  file?: boolean
  migrate?: string
  neverLearn?: string
  learnAgain?: string
  limit: string
}

/** `memory` lists entries, `forget` hides one and keeps it from coming back. */
export function addMemoryCommands(program: Command, cli: Cli): void {
  program
    .command('memory')
    .description('memory entries, best first')
    .option('--category <category>', `one of ${MEMORY_CATEGORIES.join(', ')}`)
    .option('--forgotten', 'those that were forgotten')
    .option('--ended', 'those that hold no more: taken back, replaced, cancelled or past')
    .option('--limit <n>', 'at most n', '1000')
    .option('--never-learn <what>', 'a bucket, or a topic by its words: nothing is learned from it any more')
    .option('--learn-again <what>', 'takes that back')
    .option('--file', 'MEMORY.md instead, rendered afresh')
    .option('--migrate <path>', 'take over a MEMORY.md or HEARTBEAT.md that grew without bound; the original is kept')
    .action(async (options: ListOptions) => {
      if (options.migrate !== undefined) return migrateMemoryFile(cli, options.migrate)
      if (options.file) return printMemoryFile(cli)
      if (options.neverLearn !== undefined) return changeExclusions(cli, options.neverLearn, true)
      if (options.learnAgain !== undefined) return changeExclusions(cli, options.learnAgain, false)
      await cli.withApp({}, async (app) => {
        const category = MEMORY_CATEGORIES.find((c) => c === options.category)
        if (options.category !== undefined && !category)
          throw new CatchmentError(
            'bad_request',
            `--category is one of ${MEMORY_CATEGORIES.join(', ')}, not “${options.category}”.`,
          )
        const { memories } = await app.memories.list({
          limit: parseCount(options.limit, '--limit'),
          forgotten: options.forgotten === true,
          ended: options.ended === true,
          ...(category ? { category } : {}),
        })
        printRows(cli.out(), memories.map(rowOf), ['category', 'tier', 'value', 'content', 'id'])
      })
    })

  program
    .command('forget <entry...>')
    .description('hides a memory, by its id or its words, and keeps it from being learned again; `undo` takes it back')
    .action(async (words: string[]) => {
      await cli.withApp({}, async (app) => {
        const act = await app.memories.forget(await meant(app, words.join(' ')))
        printValue(
          cli.out(),
          act,
          act.operationId === null ? act.sentence : `${act.sentence} (undo ${act.operationId})`,
        )
      })
    })
}

/** Rules a bucket or a topic out of learning, or in again. */
async function changeExclusions(cli: Cli, what: string, out: boolean): Promise<void> {
  await cli.withApp({}, async (app) => {
    const name = what.trim().toLowerCase()
    const { neverLearnTopics: topics, neverLearnBuckets: ids } = app.settings.get()
    const bucket = app.directory.all().find((b) => b.id === name || b.title.toLowerCase() === name)
    const others = topics.filter((topic) => topic.toLowerCase() !== name)
    const otherIds = ids.filter((id) => id !== bucket?.id)
    await app.settings.set({
      neverLearnTopics: out && !bucket ? [...others, what.trim()] : others,
      neverLearnBuckets: out && bucket ? [...otherIds, bucket.id] : otherIds,
    })
    const { neverLearnTopics, neverLearnBuckets } = app.settings.get()
    const list = [...neverLearnTopics, ...neverLearnBuckets]
    printValue(
      cli.out(),
      { neverLearnTopics, neverLearnBuckets },
      list.length === 0 ? 'Everything may be learned from.' : `Nothing is learned from: ${list.join(', ')}.`,
    )
  })
}

const rowOf = (m: MemoryView): Row => ({
  id: m.id,
  category: m.category,
  content: m.content,
  tier: m.value?.tier ?? null,
  value: m.value === null ? null : Math.floor(m.value.score * 100 + 1e-9) / 100,
  heat: m.heat,
  pinned: m.pinned,
  done: m.done,
  due: dueOf(m.content),
  endedAt: m.endedAt,
  supersededBy: m.supersededBy,
  source: m.source,
  confidence: m.confidence,
  containsPii: m.containsPii,
  accessTier: m.accessTier,
  sources: m.sourceMessageIds.join(','),
  createdAt: m.createdAt,
})

/** An id, or words that one standing entry alone holds. @throws CatchmentError `not_found`, `conflict` */
async function meant(app: App, written: string): Promise<MemoryId> {
  const id = memoryId.safeParse(written.trim().toLowerCase())
  if (id.success) return id.data
  const { memories } = await app.memories.list({ filter: written, limit: 20 })
  const [first, ...others] = memories
  if (!first) throw new CatchmentError('not_found', `No memory says “${written}”.`)
  const whole = memories.filter((m) => m.content.toLowerCase() === written.trim().toLowerCase())
  if (others.length === 0) return first.id
  if (whole.length === 1 && whole[0]) return whole[0].id
  throw new CatchmentError(
    'conflict',
    `Several memories say “${written}”: ${memories.map((m) => `${m.id} “${m.content}”`).join('; ')}.`,
  )
}
