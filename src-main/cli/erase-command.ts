import type { ErasePart } from '@shared/contract/erasing'
import { CatchmentError } from '@shared/contract/errors'
import { memoryId, segmentId } from '@shared/ids'
import type { Command } from 'commander'
import type { App } from '../app/create-app'
import { eraseHistory, eraseMemory, lookAtErasing } from '../app/erasing'
import { bucketMeant, parseMessageId } from './arguments'
import type { Cli } from './cli'
import { printValue } from './output'

const KINDS = ['message', 'segment', 'bucket', 'memory'] as const
type Kind = (typeof KINDS)[number]

interface EraseFlags {
  confirm?: boolean
  dropBackups?: boolean
}

/** The one act that nothing takes back. */
export function addEraseCommand(program: Command, cli: Cli): void {
  program
    .command('erase <kind> <id>')
    .description(
      'deletes a message, a segment, a bucket or a memory for good, with everything that was made of it; without --confirm it says what would go',
    )
    .option('--confirm', 'do it; nothing brings it back')
    .option('--drop-backups', 'drop the backups that hold it at once, too, and make a new one')
    .action(async (kind: string, id: string, flags: EraseFlags) => {
      const what = KINDS.find((one) => one === kind)
      if (!what) throw new CatchmentError('bad_request', `There is no “erase ${kind}”. There is: ${KINDS.join(', ')}.`)
      await cli.withApp({}, async (app) => {
        if (what === 'memory') return forgetForGood(app, cli, id, flags)
        const part = partOf(app, what, id)
        if (flags.confirm !== true) {
          const { messages, memories } = await lookAtErasing(app, part)
          throw new CatchmentError(
            'bad_request',
            `This would erase ${counted(messages, 'message')} and ${counted(memories, 'memory', 'memories')} for good. Say --confirm if that is meant.`,
          )
        }
        const done = await eraseHistory(app, part, flags.dropBackups === true)
        await app.handle.overwriteErased()
        printValue(
          cli.out(),
          done,
          `Erased ${counted(done.messages, 'message')} and ${counted(done.memories, 'memory', 'memories')} for good. ${held(done)}`,
        )
      })
    })
}

function partOf(app: App, kind: Exclude<Kind, 'memory'>, id: string): ErasePart {
  if (kind === 'message') return { messageId: parseMessageId(id) }
  if (kind === 'bucket') return { bucketId: bucketMeant(app, id).id }
  const segment = segmentId.safeParse(id)
  if (!segment.success) throw new CatchmentError('not_found', `There is no segment “${id}”.`)
  return { segmentId: segment.data }
}

async function forgetForGood(app: App, cli: Cli, id: string, { confirm, dropBackups }: EraseFlags): Promise<void> {
  const memory = memoryId.safeParse(id)
  if (!memory.success) throw new CatchmentError('not_found', `There is no memory “${id}”.`)
  if (confirm !== true)
    throw new CatchmentError('bad_request', 'This would erase a memory for good. Say --confirm if that is meant.')
  const done = await eraseMemory(app, memory.data, dropBackups === true)
  await app.handle.overwriteErased()
  printValue(cli.out(), done, `Erased for good. ${held(done)}`)
}

function held({ backupsUntil, elsewhere }: { backupsUntil: string | null; elsewhere: string | null }): string {
  if (elsewhere !== null) return elsewhere
  return backupsUntil === null
    ? 'No backup of the app holds it.'
    : `The last backup that may hold it will be dropped on ${backupsUntil.slice(0, 10)}.`
}

const counted = (n: number, one: string, more = `${one}s`): string => `${n} ${n === 1 ? one : more}`
