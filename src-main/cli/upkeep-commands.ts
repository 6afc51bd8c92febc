import { CatchmentError } from '@shared/contract/errors'
import type { ReceiptView } from '@shared/domain'
import type { Command } from 'commander'
import type { App } from '../app/create-app'
import { verifyStore } from '../app/verify'
import { slowByStatement } from '../store/slow-log'
import { parseOperationId } from './arguments'
import type { Cli } from './cli'
import { printRows, printValue } from './output'
import { runDue } from './session'

export function addUpkeepCommands(program: Command, cli: Cli): void {
  program
    .command('tidy')
    .description('runs what is due, then one pass of the janitor')
    .option('--dry-run', 'say what would be done, change nothing')
    .option('--at <iso>', 'the time of this call')
    .action(async (options: { dryRun?: boolean; at?: string }) => {
      await cli.withApp({ at: options.at }, async (app) => {
        const dryRun = options.dryRun === true
        const due = dryRun ? [] : await runDue(app)
        const pass = await app.janitor.tidy({ dryRun })
        const answer = { ...pass, lines: [...due, ...pass.lines] }
        const text = answer.lines.length === 0 ? 'Nothing to tidy.' : answer.lines.map((l) => l.sentence).join('\n')
        printValue(cli.out(), answer, text)
      })
    })

  program
    .command('undo <id>')
    .description('takes one act back, or with `all` everything the janitor did, newest first')
    .action(async (id: string) => {
      await cli.withApp({}, async (app) => {
        const done = id === 'all' ? await undoAll(app) : [await app.operations.undo(parseOperationId(id))]
        print(cli, done, 'Undone')
      })
    })

  program
    .command('redo <id>')
    .description('puts an undone act back')
    .action(async (id: string) => {
      await cli.withApp({}, async (app) => print(cli, [await app.operations.redo(parseOperationId(id))], 'Redone'))
    })

  program
    .command('verify')
    .description('checks the whole store: counts, orphans, double filings, lock, versions, search index, backups')
    .option(
      '--deep',
      'also make everything derived again, every vector too, and compare it, and read every backup; takes long',
    )
    .option('--slow', 'which statements of the database took more than 40 ms, by their whole time')
    .action(async (options: { deep?: boolean; slow?: boolean }) => {
      await cli.withApp({ takeUp: false }, async (app) => {
        if (options.slow) return printRows(cli.out(), slowRows(app), SLOW_COLUMNS)
        const found = await verifyStore(app, options.deep === true, showChecked)
        const counts = Object.entries(found.counts).map(([name, n]) => `${n} ${name}`)
        const waiting = found.unfinished.map(
          (line) => `Not done yet: ${line}. The app, a message or “tidy” takes it up.`,
        )
        const lines = [...counts, ...waiting, ...(found.ok ? ['All is well.'] : found.problems)]
        printValue(cli.out(), found, lines.join('\n'))
        if (!found.ok) throw new CatchmentError('store_corrupt', `Not all is well: ${found.problems.join('; ')}.`)
      })
    })
}

function showChecked(vectors: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${vectors} vectors compared   `)
}

const SLOW_COLUMNS = ['times', 'medianMs', 'mostMs', 'lastAt', 'request', 'statement']
const slowRows = (app: App) => slowByStatement(app.handle.storeDir).map((group) => ({ ...group }))

const print = (cli: Cli, done: readonly ReceiptView[], word: string): void =>
  printValue(
    cli.out(),
    done,
    done.length === 0 ? 'Nothing to undo.' : done.map((r) => `${word}: ${r.sentence}`).join('\n'),
  )

async function undoAll(app: App): Promise<ReceiptView[]> {
  const acts = await app.store.operations.list({ actors: ['janitor'], limit: 1_000_000 })
  return app.operations.undoAll(acts)
}
