import { CatchmentError } from '@shared/contract/errors'
import type { SegmentAct } from '@shared/contract/segments'
import { type SegmentId, segmentId } from '@shared/ids'
import type { Command } from 'commander'
import type { App } from '../app/create-app'
import { bucketMeant, parseMessageId } from './arguments'
import type { Cli } from './cli'
import { printRows, printValue } from './output'

/** What a person does to segments and to the summaries of buckets. */
export function addSegmentCommands(program: Command, cli: Cli): void {
  program
    .command('close [segment]')
    .description('closes the segment that is going on, or another one, now')
    .action(async (id: string | undefined) => {
      await cli.withApp({}, async (app) => {
        const closed = await app.segments.closeNow(id === undefined ? undefined : parseSegmentId(id))
        printValue(cli.out(), closed, `Closed: ${closed.segment.title}`)
      })
    })
  program
    .command('rename-segment <segment> <title>')
    .description('names a segment; an empty title gives the automatic one back')
    .action((id: string, title: string) => act(cli, (app) => app.segmentActs.rename(parseSegmentId(id), title)))
  program
    .command('merge-segment <segment>')
    .description('merges a segment with the one before it')
    .action((id: string) => act(cli, (app) => app.segmentActs.merge(parseSegmentId(id))))
  program
    .command('split-segment <message>')
    .description('splits a segment: the message begins a new one')
    .action((id: string) => act(cli, (app) => app.segmentActs.split(parseMessageId(id))))
  program
    .command('related-segments <segment>')
    .description('segments about something alike, most alike first')
    .action(async (id: string) => {
      await cli.withApp({}, async (app) => {
        const found = await app.segmentActs.related(parseSegmentId(id), 5)
        const rows = found.map(({ segment, likeness }) => ({
          id: segment.id,
          startedAt: segment.startedAt,
          title: segment.title,
          likeness: Math.round(likeness * 100) / 100,
        }))
        printRows(cli.out(), rows, ['startedAt', 'title', 'likeness', 'id'])
      })
    })
  program
    .command('summary <bucket>')
    .description("every version of a bucket's summary, newest first")
    .option('--regenerate', "make it anew from the bucket's messages")
    .option('--write <text>', 'your own words; they stay in front whatever is summarised later')
    .action(async (written: string, options: { regenerate?: boolean; write?: string }) => {
      await cli.withApp({}, async (app) => {
        const versions = await summaryVersions(app, written, options)
        const text = versions.map((v) => `--- ${v.version}, ${v.madeBy}, ${v.madeAt}\n${v.summary}`).join('\n\n')
        printValue(cli.out(), versions, text === '' ? 'There is no summary yet.' : text)
      })
    })
}

/** One act, and the summaries that follow from it. */
async function act(cli: Cli, perform: (app: App) => Promise<SegmentAct>): Promise<void> {
  await cli.withApp({}, async (app) => {
    const done = await perform(app)
    await app.segments.idle()
    printValue(cli.out(), done, done.sentence)
  })
}

async function summaryVersions(app: App, written: string, options: { regenerate?: boolean; write?: string }) {
  const { id } = bucketMeant(app, written)
  if (options.write !== undefined) return app.summaries.write(id, options.write)
  return options.regenerate ? app.summaries.regenerate(id) : app.summaries.list(id)
}

/** @throws CatchmentError `bad_request` */
function parseSegmentId(text: string): SegmentId {
  const parsed = segmentId.safeParse(text)
  if (!parsed.success) throw new CatchmentError('bad_request', `“${text}” is not the id of a segment.`)
  return parsed.data
}
