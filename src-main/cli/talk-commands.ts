import { CatchmentError } from '@shared/contract/errors'
import type { Command } from 'commander'
import { explain } from '../app/why'
import { bucketMeant } from './arguments'
import type { Cli } from './cli'
import { printValue } from './output'
import { runDue } from './session'

export function addTalkCommands(program: Command, cli: Cli): void {
  program
    .command('send <text>')
    .description('one turn: prints the reply, the bucket and why')
    .option('--bucket <id>', 'file it into this bucket')
    .option('--no-learn', 'nothing of it is remembered')
    .option('--at <iso>', 'the time of this call')
    .option('--model <id>', 'the chat model of this call, or none')
    .action(async (text: string, options: { bucket?: string; at?: string; model?: string; learn: boolean }) => {
      if (text.trim() === '') throw new CatchmentError('bad_request', 'There is nothing to send.')
      await cli.withApp({ at: options.at, model: options.model }, async (app) => {
        // Refused before anything is done; what is due may still merge it, and the turn follows.
        const target = options.bucket === undefined ? undefined : bucketMeant(app, options.bucket)
        await runDue(app)
        const sent = await app.conversation.send({ text, bucketId: target?.id, learn: options.learn })
        const outcome = await sent.done
        const why = await explain(app, outcome.userMessage.id)
        const { userMessage, reply, card, remembered } = outcome
        const value = {
          message: userMessage.id,
          reply: reply?.text ?? null,
          replyMessage: reply?.id ?? null,
          model: reply?.modelId ?? null,
          bucket: why.bucketId,
          bucketTitle: why.bucketTitle,
          filedBy: why.filedBy,
          confidence: why.confidence,
          why: why.sentence,
          remembered,
          related: card?.related.map((r) => r.snippet) ?? [],
        }
        const filed = `[${why.bucketTitle ?? 'not filed'}] ${why.sentence}`
        const related =
          value.related.length > 0 ? `\nRelated from before:\n${value.related.map((r) => `  ${r}`).join('\n')}` : ''
        const kept = remembered
          .map(
            (r) =>
              `\n${r.operationId === null ? 'Remembered already' : 'Remembered'}: ${r.content}${r.operationId === null ? '' : ` (undo ${r.operationId})`}`,
          )
          .join('')
        printValue(cli.out(), value, reply ? `${reply.text}\n\n${filed}${kept}` : `${filed}${kept}${related}`)
      })
    })
}
