import { commandOf, commandUsage } from '@shared/commands'
import { CatchmentError } from '@shared/contract/errors'
import type { Command } from 'commander'
import type { App } from '../app/create-app'
import type { Cli } from './cli'
import { printValue } from './output'

/** The bucket commands, as the slash commands: the same words, parsed by the same function. */
export function addBucketCommands(program: Command, cli: Cli): void {
  for (const [kind, usage] of commandUsage) {
    const command = program.command(`${kind} [args...]`).description(usage)
    if (kind === 'split')
      command.option('--preview', 'only show how it would divide; without names, how it falls by itself')
    command.action(async (args: string[], options: { preview?: boolean }) => {
      await cli.withApp({}, async (app) => {
        if (options.preview) return showDivision(app, args, cli)
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

/** `split S --preview` proposes parts and titles, `split S D1 D2 --preview` divides by these names. Nothing is changed. */
async function showDivision(app: App, [source, ...names]: readonly string[], cli: Cli): Promise<void> {
  if (source === undefined || (names.length !== 0 && names.length !== 2))
    throw new CatchmentError('bad_request', 'Write it as: split S --preview, or split S D1 D2 --preview')
  const [one, two] = names
  const proposed =
    one !== undefined && two !== undefined
      ? { ...(await app.buckets.preview({ kind: 'split', source, targets: [one, two] })), titles: [one, two] as const }
      : await app.buckets.proposeSplit(source)
  const { titles, division, refused } = proposed
  if (refused !== null) throw new CatchmentError('conflict', refused)
  const rows = division.map(({ messageId, role, text, side }) => ({
    id: messageId,
    part: titles[side],
    side,
    role,
    text,
  }))
  const lines = ([0, 1] as const).flatMap((side) => {
    const own = rows.filter((row) => row.side === side)
    return [`${titles[side]} (${own.length})`, ...own.map(({ role, text }) => `  ${role}: ${text}`)]
  })
  printValue(cli.out(), { titles, division: rows }, lines.join('\n'))
}
