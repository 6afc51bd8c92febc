import { Command } from 'commander'
import { addBackupCommands } from './backup-commands'
import { addBucketCommands } from './bucket-commands'
import type { Cli } from './cli'
import { addEraseCommand } from './erase-command'
import { addHealthCommand } from './health-command'
import { addHeartbeatCommands } from './heartbeat-commands'
import { addImportCommand } from './import-command'
import { addListCommands } from './list-commands'
import { addMemoryCommands } from './memory-commands'
import { addModelCommands } from './model-commands'
import { visibleText } from './output'
import { addPeopleCommands } from './people-commands'
import { addProfileCommands } from './profile-commands'
import { addSearchCommands } from './search-commands'
import { addSegmentCommands } from './segment-commands'
import { type GlobalOptions, type Machinery, withApp, withStore } from './session'
import { addSettingsCommands } from './settings-commands'
import { addTalkCommands } from './talk-commands'
import { addUpkeepCommands } from './upkeep-commands'

/** The whole command line. `write` gets what goes to stdout, `writeError` what is said of a wrong call. */
export function createProgram(
  write: (text: string) => void,
  writeError: (text: string) => void,
  machinery: Machinery,
): Command {
  const program = new Command('catchment')
    .description('A chat that files itself: the same services as the window, for scripts, testers and rescue.')
    .option('--store <dir>', "the store's folder (default: the app's own)")
    .option('--profile <name>', 'the profile', 'default')
    .option('--json', 'machine-readable output: one JSON value on stdout')
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: (text) => writeError(visibleText(text)) })
  const cli: Cli = {
    out: () => ({ json: program.opts<GlobalOptions>().json === true, write }),
    note: (text) => writeError(`${visibleText(text)}\n`),
    withApp: (options, work) => withApp(machinery, { ...program.opts<GlobalOptions>(), ...options }, work),
    withStore: (work, options) => withStore(machinery, { ...program.opts<GlobalOptions>(), ...options }, work),
    checkBackup: machinery.checkBackup,
    storeDir: () => program.opts<GlobalOptions>().store,
    profile: () => program.opts<GlobalOptions>().profile,
  }
  addTalkCommands(program, cli)
  addImportCommand(program, cli)
  addListCommands(program, cli)
  addSearchCommands(program, cli)
  addBucketCommands(program, cli)
  addUpkeepCommands(program, cli)
  addBackupCommands(program, cli)
  addProfileCommands(program, cli)
  addPeopleCommands(program, cli)
  addSegmentCommands(program, cli)
  addEraseCommand(program, cli)
  addMemoryCommands(program, cli)
  addHealthCommand(program, cli)
  addHeartbeatCommands(program, cli)
  addSettingsCommands(program, cli)
  addModelCommands(program, cli)
  // Global options may stand behind the command as well: `catchment buckets --json`.
  for (const command of program.commands) {
    command.exitOverride().option('--store <dir>').option('--profile <name>').option('--json')
    command.hook('preAction', (_program, action) => {
      for (const [name, value] of Object.entries(action.opts<GlobalOptions>())) {
        if (value !== undefined && ['store', 'profile', 'json'].includes(name)) program.setOptionValue(name, value)
      }
    })
  }
  return program
}
