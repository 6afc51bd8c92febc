import { commandOf, commandUsage } from '@shared/commands'
import { CatchmentError } from '@shared/contract/errors'
import type { Command } from 'commander'
import type { Cli } from './cli'
import { printValue } from './output'

/** The bucket commands, as the slash commands: the same words through the same door. */
export function addBucketCommands(program: Command, cli: Cli): void {
  for (const [kind, usage] of commandUsage) {
    program
      .command(`${kind} [args...]`)
      .description(usage)
      .action(async (args: string[]) => {
        await cli.withApp({}, async (app) => {
          const parsed = commandOf([kind, ...args])
          if (!parsed.ok) throw new CatchmentError('bad_request', parsed.message)
          const answer = await app.buckets.command(parsed.command)
          const summary = kind === 'show' ? app.directory.resolve(answer.bucketId)?.summary : undefined
          printValue(
            cli.out(),
            summary === undefined ? answer : { ...answer, summary },
            summary ? `${answer.sentence}\n${summary}` : answer.sentence,
          )
        })
      })
  }
}
