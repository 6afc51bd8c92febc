import { commandUsage } from '@shared/commands'
import type { Command } from 'commander'
import type { Cli } from './cli'
import { printValue } from './output'
import { withApp } from './session'

const quoted = (word: string): string => (/\s/u.test(word) && !word.includes('"') ? `"${word}"` : word)

/** The bucket commands, as the slash commands: the same line through the same door. */
export function addBucketCommands(program: Command, cli: Cli): void {
  for (const [kind, usage] of commandUsage) {
    program
      .command(`${kind} [args...]`)
      .description(usage)
      .action(async (args: string[]) => {
        await withApp(cli.globals(), async (app) => {
          const answer = await app.buckets.line([kind, ...args.map(quoted)].join(' '))
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
