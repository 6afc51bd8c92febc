import { access, readFile, rename } from 'node:fs/promises'
import { CatchmentError } from '@shared/contract/errors'
import type { HeartbeatTaskView } from '@shared/contract/heartbeat'
import type { Command } from 'commander'
import type { App } from '../app/create-app'
import { bucketMeant } from './arguments'
import type { Cli } from './cli'
import { printRows, printValue } from './output'

interface Flags {
  name?: string
  schedule?: string
  prompt?: string
  bucket?: string
  at?: string
  model?: string
}

const ACTS = ['list', 'show', 'add', 'edit', 'remove', 'run', 'pause', 'resume', 'migrate'] as const
const COLUMNS = ['name', 'schedule', 'next', 'last', 'runs', 'errors', 'state', 'id'] as const
/** As many as the store is meant to hold, and more. */
const ALL = 100_000

/** Tasks and when they run. */
export function addHeartbeatCommands(program: Command, cli: Cli): void {
  program
    .command('heartbeat [act] [task]')
    .description(
      'list (the default), show TASK, add NAME, edit TASK, remove TASK, run [TASK] (without one: what is due), pause TASK, resume TASK, migrate FILE',
    )
    .option('--schedule <when>', 'add, edit: “every 2 hours”, or five cron fields in local time')
    .option('--prompt <text>', 'add, edit: what the model is asked')
    .option('--bucket <id>', 'add, edit, migrate: where the answers go')
    .option('--name <name>', 'edit: another name')
    .option('--model <id>', 'run: the chat model of this call')
    .option('--at <iso>', 'the time of this call')
    .action(async (act: string | undefined, task: string | undefined, flags: Flags) => {
      await cli.withApp({ at: flags.at, model: flags.model }, async (app) =>
        perform(cli, app, act ?? 'list', task, flags),
      )
    })
}

async function perform(cli: Cli, app: App, act: string, task: string | undefined, flags: Flags): Promise<void> {
  const { heartbeat } = app
  const print = (view: HeartbeatTaskView, text: string): void => printValue(cli.out(), view, text)
  switch (act) {
    case 'list':
      return printRows(cli.out(), (await all(app)).map(rowOf), COLUMNS)
    case 'show': {
      const detail = await heartbeat.open((await meant(app, act, task)).id)
      return printValue(cli.out(), detail, shown(detail.task, detail.prompt))
    }
    case 'add': {
      const made = await heartbeat.add({
        name: needed(act, 'a name', task),
        schedule: needed(act, '--schedule', flags.schedule),
        prompt: needed(act, '--prompt', flags.prompt),
        bucketId: bucketMeant(app, needed(act, '--bucket', flags.bucket)).id,
      })
      return print(made, `“${made.name}” runs next at ${made.nextRun}.`)
    }
    case 'edit': {
      const { task: before, prompt } = await heartbeat.open((await meant(app, act, task)).id)
      const bucketId = flags.bucket === undefined ? before.bucketId : bucketMeant(app, flags.bucket).id
      if (bucketId === null) throw new CatchmentError('bad_request', 'Its bucket is gone: say another with --bucket.')
      const edited = await heartbeat.edit(before.id, {
        name: flags.name ?? before.name,
        schedule: flags.schedule ?? before.schedule,
        prompt: flags.prompt ?? prompt,
        bucketId,
      })
      return print(edited, `“${edited.name}” ${whenOf(edited)}.`)
    }
    case 'remove': {
      const gone = await meant(app, act, task)
      await heartbeat.remove(gone.id)
      return print(gone, `Removed “${gone.name}”. What it posted stays.`)
    }
    case 'run': {
      if (task === undefined) return runDue(cli, app)
      const ran = await heartbeat.run((await meant(app, act, task)).id)
      return print(ran, `Ran “${ran.name}”.`)
    }
    case 'pause': {
      const paused = await heartbeat.pause((await meant(app, act, task)).id)
      return print(paused, `Paused “${paused.name}”.`)
    }
    case 'resume': {
      const resumed = await heartbeat.resume((await meant(app, act, task)).id)
      return print(resumed, `“${resumed.name}” ${whenOf(resumed)}.`)
    }
    case 'migrate': {
      const { id } = bucketMeant(app, needed(act, '--bucket', flags.bucket))
      const file = needed(act, 'a file', task)
      const done = await heartbeat.migrate(await read(file), id)
      await keepAside(file)
      return printValue(
        cli.out(),
        done,
        `${done.added} tasks were made; ${done.paused} of them are paused, because the file does not say when they run.`,
      )
    }
    default:
      throw new CatchmentError('bad_request', `There is no “heartbeat ${act}”. There is: ${ACTS.join(', ')}.`)
  }
}

async function all({ heartbeat }: App): Promise<HeartbeatTaskView[]> {
  const { personal, builtin } = await heartbeat.list({ offset: 0, limit: ALL })
  return [...personal, ...builtin]
}

/** Personal tasks that are due by the clock of this call. */
async function runDue(cli: Cli, app: App): Promise<void> {
  const before = new Map((await all(app)).map((t) => [t.id, t.lastRun]))
  await app.heartbeat.idle()
  const ran = (await all(app)).filter((t) => t.kind === 'personal' && t.lastRun !== before.get(t.id))
  printRows(cli.out(), ran.map(rowOf), COLUMNS)
}

/** A task by its id, the beginning of one, or its name. @throws CatchmentError `not_found`, `conflict` */
async function meant(app: App, act: string, written: string | undefined): Promise<HeartbeatTaskView> {
  const wanted = needed(act, 'a task', written).toLowerCase()
  const tasks = await all(app)
  const exact = tasks.filter((t) => t.id === wanted || t.name.toLowerCase() === wanted)
  const found = exact.length > 0 ? exact : tasks.filter((t) => wanted.length >= 4 && t.id.startsWith(wanted))
  const [one, ...others] = found
  if (!one) throw new CatchmentError('not_found', `There is no task “${written}”.`)
  if (others.length > 0)
    throw new CatchmentError('conflict', `${found.length} tasks are called “${written}”: say the id.`)
  return one
}

function needed(act: string, what: string, given: string | undefined): string {
  if (given === undefined || given.trim() === '')
    throw new CatchmentError('bad_request', `“heartbeat ${act}” needs ${what}.`)
  return given.trim()
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    throw new CatchmentError('not_found', `There is no file “${file}” that could be read.`)
  }
}

/** What was read in is kept, under a name that says so. */
async function keepAside(file: string): Promise<void> {
  const aside = `${file}.pre-migration`
  const taken = await access(aside).then(
    () => true,
    () => false,
  )
  await rename(file, taken ? `${aside}-${Date.now()}` : aside)
}

const whenOf = ({ nextRun, paused }: HeartbeatTaskView): string =>
  paused ? 'is paused' : nextRun === null ? 'has no next time' : `runs next at ${nextRun}`

const stateOf = (t: HeartbeatTaskView): string =>
  t.paused ? `paused${t.paused.reason ? `: ${t.paused.reason}` : ''}` : t.waitsFor ? 'waiting' : (t.lastError ?? '')

const rowOf = (t: HeartbeatTaskView) => ({
  id: t.id,
  kind: t.kind,
  name: t.name,
  schedule: t.schedule,
  next: t.nextRun,
  last: t.lastRun,
  runs: t.runs,
  errors: t.errors,
  state: stateOf(t),
})

const shown = (t: HeartbeatTaskView, prompt: string): string =>
  [
    `${t.name} (${t.id})`,
    `${t.schedule}; ${whenOf(t)}; ran ${t.runs} times, last ${t.lastRun ?? 'never'}`,
    ...(t.bucketTitle === null ? [] : [`into ${t.bucketTitle}`]),
    ...(stateOf(t) === '' ? [] : [stateOf(t)]),
    ...(prompt === '' ? [] : ['', prompt]),
  ].join('\n')
