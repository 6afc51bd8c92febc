import { CatchmentError } from '@shared/contract/errors'
import { defaultSettings, type Settings, settingsSchema } from '@shared/contract/settings'
import type { Command } from 'commander'
import { z } from 'zod'
import type { Cli } from './cli'
import { printRows, printValue, type Row } from './output'

type Key = keyof Settings
const KEYS = Object.keys(settingsSchema.shape) as Key[]

/** Every threshold and switch of the settings, experiments too, by the names that `--json` prints. */
export function addSettingsCommands(program: Command, cli: Cli): void {
  const settings = program
    .command('settings')
    .description('lists all settings with their defaults; `get KEY`, `set KEY VALUE`, `reset KEY`')
    .action(async () => {
      await cli.withApp({}, async (app) =>
        printRows(cli.out(), rowsOf(app.settings.get()), ['key', 'value', 'default']),
      )
    })
  settings
    .command('get <key>')
    .description('prints the value of one setting, and nothing else')
    .action(async (written: string) => {
      const key = keyOf(written)
      await cli.withApp({}, async (app) => {
        const value = app.settings.get()[key]
        printValue(cli.out(), value, shown(value))
      })
    })
  settings
    .command('set <key> <value>')
    .description('changes one setting; lists are JSON, `null` leaves a setting open that may be')
    .action(async (written: string, value: string) => {
      const key = keyOf(written)
      const read = readValue(key, value)
      await cli.withApp({}, async (app) => print(cli, key, await app.settings.set({ [key]: read })))
    })
  settings
    .command('reset <key>')
    .description('puts one setting back to its default')
    .action(async (written: string) => {
      const key = keyOf(written)
      await cli.withApp({}, async (app) => print(cli, key, await app.settings.set({ [key]: defaultSettings[key] })))
    })
}

const print = (cli: Cli, key: Key, all: Settings): void =>
  printValue(cli.out(), { key, value: all[key], default: defaultSettings[key] }, `${key} = ${shown(all[key])}`)

const rowsOf = (all: Settings): Row[] =>
  KEYS.map((key) => ({ key, value: plain(all[key]), default: plain(defaultSettings[key]) }))

const plain = (value: Settings[Key]): Row[string] => (Array.isArray(value) ? value.join(', ') : value)
const shown = (value: Settings[Key]): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** A setting by its name, whatever its case. @throws CatchmentError `bad_request` */
function keyOf(written: string): Key {
  const key = KEYS.find((name) => name.toLowerCase() === written.trim().toLowerCase())
  if (key) return key
  throw new CatchmentError('bad_request', `There is no setting “${written}”. \`catchment settings\` lists them.`)
}

/** Words as they are, everything else as JSON has it. @throws CatchmentError `bad_request` with what would be accepted */
function readValue(key: Key, written: string): unknown {
  const field = settingsSchema.shape[key]
  for (const candidate of [written, parsed(written)]) {
    const read = field.unwrap().safeParse(candidate)
    if (read.success) return read.data
  }
  const failed = field.unwrap().safeParse(parsed(written))
  const why = failed.success ? '' : z.prettifyError(failed.error).replace(/^✖ /gmu, '')
  throw new CatchmentError('bad_request', `${key} cannot be “${written}”: ${why}`)
}

function parsed(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return /^(on|yes)$/iu.test(written) ? true : /^(off|no)$/iu.test(written) ? false : written
  }
}
