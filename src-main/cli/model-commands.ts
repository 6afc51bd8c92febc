import { CatchmentError } from '@shared/contract/errors'
import type { Command } from 'commander'
import type { App } from '../app/create-app'
import type { Cli } from './cli'
import { printRows, printValue, type Row } from './output'

/** Which models can answer here: the catalog's, the person's own files, servers; and what each was measured to do. */
export function addModelCommands(program: Command, cli: Cli): void {
  const models = program
    .command('models')
    .description('lists the chat models; `add FILE`, `find [FOLDER]`, `use ID`, `remove ID`, `probe`, `abilities`')
    .action(async () => {
      await cli.withApp({}, async (app) =>
        printRows(cli.out(), rowsOf(app), ['id', 'title', 'from', 'megabytes', 'memoryMb', 'context', 'inUse']),
      )
    })
  models
    .command('add <file>')
    .description('takes a GGUF file into the list; it is used from where it lies')
    .option('--use', 'and makes it the chat model')
    .action(async (file: string, flags: { use?: boolean }) => {
      await cli.withApp({}, async (app) => {
        const { id } = await app.models.useFile(file)
        if (flags.use) await app.models.select(id)
        const view = app.models.files().find((one) => one.id === id)
        printValue(cli.out(), view ?? { id }, view ? `${id}  ${view.title}: ${factsOf(view).join(', ')}` : id)
      })
    })
  models
    .command('find [folder]')
    .description('models that LM Studio, Jan, Ollama and others keep here, or those below a folder')
    .action(async (folder: string | undefined) => {
      await cli.withApp({}, async (app) => {
        const found = await app.models.foundFiles(folder ?? null)
        const rows = found.map(
          ({ title, source, path, sizeBytes, refusal }): Row => ({
            title,
            source,
            megabytes: Math.round(sizeBytes / 1e6),
            usable: refusal === null,
            path,
            refusal,
          }),
        )
        printRows(cli.out(), rows, ['title', 'source', 'megabytes', 'usable', 'path'])
      })
    })
  models
    .command('use <id>')
    .description('makes a model the chat model; `none` for none')
    .action(async (id: string) => {
      await cli.withApp({}, async (app) => {
        const { chat } = await app.models.select(id)
        printValue(cli.out(), chat, chat.kind === 'none' ? 'no model' : chat.title)
      })
    })
  models
    .command('remove <id>')
    .description('takes a file or a server out of the list; the file itself stays')
    .action(async (id: string) => {
      await cli.withApp({}, async (app) => {
        const isFile = app.models.files().some((one) => one.id === id)
        await (isFile ? app.models.removeFile(id) : app.models.removeEndpoint(id))
        printValue(cli.out(), { removed: id }, `${id} is no longer in the list.`)
      })
    })
  models
    .command('probe')
    .description('measures what the chat model can do; takes minutes')
    .action(async () => {
      await cli.withApp({}, async (app) => {
        const { jobId } = app.models.probe()
        await app.jobs.ended(jobId)
        const job = app.jobs.list().find(({ id }) => id === jobId)
        if (job?.state === 'failed') throw new CatchmentError('model_failed', job.error ?? 'The probe failed.')
        printAbilities(cli, app)
      })
    })
  models
    .command('abilities')
    .description('what the chat model was measured to do, and whether it is asked for it')
    .action(async () => {
      await cli.withApp({}, async (app) => printAbilities(cli, app))
    })
}

function printAbilities(cli: Cli, app: App): void {
  const rows = app.models.status().abilities.map(
    ({ ability, score, bar, override, enabled, measured }): Row => ({
      ability,
      score: score === null ? null : Math.round(score * 100),
      low: measured ? Math.round(measured.low * 100) : null,
      high: measured ? Math.round(measured.high * 100) : null,
      items: measured?.asked ?? null,
      bar: Math.round(bar * 100),
      asked: enabled,
      override,
    }),
  )
  printRows(cli.out(), rows, ['ability', 'score', 'low', 'high', 'items', 'bar', 'asked', 'override'])
}

interface Facts {
  sizeBytes: number
  memoryBytes: number
  contextTokens: number
}

const factsOf = ({ sizeBytes, memoryBytes, contextTokens }: Facts): string[] => [
  `${Math.round(sizeBytes / 1e6)} MB`,
  `about ${Math.round(memoryBytes / 1e6)} MB of memory`,
  `${contextTokens} tokens of context`,
]

function rowsOf(app: App): Row[] {
  const { chat } = app.models.status()
  const inUse = chat.kind === 'none' ? 'none' : chat.id
  const catalog = app.models.catalog().filter(({ purpose }) => purpose === 'chat')
  return [
    ...catalog.map(
      ({ id, title, sizeBytes, contextTokens, installed }): Row => ({
        ...{ id, title, from: installed ? 'catalog, installed' : 'catalog', megabytes: Math.round(sizeBytes / 1e6) },
        ...{ memoryMb: null, context: contextTokens, inUse: id === inUse },
      }),
    ),
    ...app.models.files().map(
      ({ id, title, sizeBytes, memoryBytes, contextTokens, there, path }): Row => ({
        ...{ id, title, from: there ? path : `${path} (gone)`, megabytes: Math.round(sizeBytes / 1e6) },
        ...{ memoryMb: Math.round(memoryBytes / 1e6), context: contextTokens, inUse: id === inUse },
      }),
    ),
    ...app.models.endpoints().map(
      ({ id, name, model, baseUrl }): Row => ({
        ...{ id, title: `${model} (${name})`, from: baseUrl, megabytes: null },
        ...{ memoryMb: null, context: null, inUse: id === inUse },
      }),
    ),
  ]
}
