import type { ReceiptView } from '@shared/domain'
import type { Command } from 'commander'
import type { App } from '../app/create-app'
import { bucketStatusOf } from '../app/status'
import { explain } from '../app/why'
import { receiptsText } from '../janitor/receipts'
import { SimulatedClock } from '../runtime/clock'
import { createManifest } from '../segments/manifest-service'
import type { StoredMessage } from '../store/types'
import { bucketMeant, parseCount, parseDay, parseMessageId } from './arguments'
import type { Cli } from './cli'
import { printRows, printValue, type Row } from './output'

const messageRow = (m: StoredMessage): Row => ({
  id: m.id,
  externalId: givenId(m.externalId),
  ts: m.ts,
  role: m.role,
  author: m.author,
  text: m.text,
  bucket: m.bucketId,
  segment: m.segmentId,
  filedBy: m.filedBy,
})

/** The id that the imported file gave; the store knows it together with its conversation. */
const givenId = (externalId: string | null): string | null =>
  externalId === null ? null : externalId.slice(externalId.indexOf('/') + 1)

/** Commands that only list: they run nothing that is due, but for what an interrupted import left. */
export function addListCommands(program: Command, cli: Cli): void {
  program
    .command('messages')
    .description('messages, oldest first')
    .option('--bucket <id>', 'of this bucket only')
    .option('--limit <n>', 'the newest n')
    .action(async (options: { bucket?: string; limit?: string }) => {
      await cli.withApp({}, async (app) => {
        const bucket = options.bucket === undefined ? undefined : bucketMeant(app, options.bucket)
        const limit = options.limit === undefined ? Number.MAX_SAFE_INTEGER : parseCount(options.limit, '--limit')
        const found: StoredMessage[] = []
        let anchor: { at: 'newest' } | { at: 'before'; messageId: StoredMessage['id'] } = { at: 'newest' }
        while (found.length < limit) {
          const page = await app.store.messages.page({
            bucketId: bucket?.id,
            anchor,
            limit: Math.min(1000, limit - found.length),
          })
          found.unshift(...page.messages)
          const first = page.messages[0]
          if (!first || !page.hasOlder) break
          anchor = { at: 'before', messageId: first.id }
        }
        printRows(cli.out(), found.map(messageRow), ['ts', 'author', 'bucket', 'text'])
      })
    })

  program
    .command('buckets')
    .description('every bucket, of every status, those merged away included')
    .action(async () => {
      await cli.withApp({}, async (app) => {
        const merged = app.directory.all().filter((b) => b.status === 'merged')
        const rows = [...app.directory.visible(), ...merged].map(
          (b): Row => ({
            id: b.id,
            title: b.title,
            status: b.status,
            messages: b.messages,
            pinned: b.pinned,
            starred: b.starred,
            lastActive: b.lastActive,
          }),
        )
        printRows(cli.out(), rows, ['id', 'title', 'status', 'messages', 'pinned', 'starred', 'lastActive'])
      })
    })

  program
    .command('segments')
    .description('segments, newest first')
    .action(async () => {
      await cli.withApp({}, async (app) => {
        const rows = (await app.store.segments.newest(100_000)).map(
          (s): Row => ({
            id: s.id,
            status: s.status,
            title: s.title,
            synopsis: s.synopsis,
            titleFromExport: s.titleFromExport,
            summarisedBy: s.summarisedBy,
            startedAt: s.startedAt,
            endedAt: s.endedAt,
            messages: s.messages,
            buckets: s.buckets.map((b) => app.directory.resolve(b)?.id ?? b).join(','),
          }),
        )
        printRows(cli.out(), rows, ['startedAt', 'status', 'messages', 'title', 'buckets'])
      })
    })

  program
    .command('manifest')
    .description('the manifest tree as the model sees it')
    .option('--date <iso>', 'as read on this day')
    .action(async (options: { date?: string }) => {
      await cli.withApp({}, async (app) => {
        const clock = options.date === undefined ? app.clock : new SimulatedClock(parseDay(options.date))
        const manifest = createManifest({ ...app, clock, settings: () => app.settings.get() })
        const { groups } = await manifest.tree({ depth: app.settings.get().manifestDepth })
        printValue(cli.out(), groups, await manifest.render())
        manifest.close()
      })
    })

  program
    .command('context')
    .description('what the model would be shown')
    .option('--at <iso>', 'at this time')
    .action(async (options: { at?: string }) => {
      await cli.withApp({ at: options.at }, async (app) => {
        const view = await app.session.view(app.clock.now())
        const text = view.sections.map((s) => `--- ${s.name} (${s.tokens} tokens)\n${s.text}`).join('\n\n')
        printValue(cli.out(), view, `${text}\n\n${view.totalTokens} of ${view.budgetTokens} tokens`)
      })
    })

  program
    .command('status')
    .description('active buckets with their sizes, and what the janitor suggests')
    .action(async () => {
      await cli.withApp({}, async (app) => {
        const text = await bucketStatusOf(app)
        printValue(cli.out(), { text }, text)
      })
    })

  program
    .command('why <message>')
    .description('why a message is where it is')
    .action(async (id: string) => {
      await cli.withApp({}, async (app) => {
        const why = await explain(app, parseMessageId(id))
        printValue(cli.out(), why, why.sentence)
      })
    })

  program
    .command('receipts')
    .description('what was done and by whom, newest first')
    .option('--limit <n>', 'at most n', '1000')
    .option('--text', 'what was done since the last session ended, as the block a session begins with')
    .action(async (options: { limit: string; text?: boolean }) => {
      await cli.withApp({}, async (app) => {
        const list = await app.store.operations.list({ limit: parseCount(options.limit, '--limit') })
        if (options.text) return printText(cli, app, list)
        const rows = list.map(
          (r): Row => ({ id: r.id, ts: r.ts, kind: r.kind, sentence: r.sentence, undone: r.undone }),
        )
        printRows(cli.out(), rows, ['ts', 'kind', 'undone', 'sentence', 'id'])
      })
    })
}

/** The receipts since the last session ended; without one, all of them. */
async function printText(cli: Cli, app: App, list: readonly ReceiptView[]): Promise<void> {
  const previous = await app.store.sessions.previous()
  const since = previous?.endedAt ?? previous?.startedAt ?? null
  const acts = list.filter(({ ts }) => since === null || ts >= since)
  const text = receiptsText(acts, since, { now: app.clock.now(), timeZone: app.place().timeZone })
  printValue(cli.out(), acts, text)
}
