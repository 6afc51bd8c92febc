import { useTranslation } from 'react-i18next'
import { useAct } from '../../app/use-act'
import { useView } from '../../app/view'
import { useToldOutcome } from '../../buckets/use-bucket-acts'
import { useSuggestionDecision } from '../../buckets/use-suggestion-acts'
import { useCloseSegment } from '../../manifest/use-close-segment'
import { useNewestAct } from '../../receipts/use-newest-act'
import { say } from '../../ui/toast-store'
import type { CommandLine } from './slash'

/**
 * Does what a typed command says, wherever it was typed. `onDone` is called once it is done; a command that is looked at
 * first has its dialog, which puts away the typed line itself.
 */
export function useCommandLine(onDone: () => void): { run: (line: CommandLine) => void; busy: boolean } {
  const { t } = useTranslation()
  const { open } = useView.getState()
  const told = useToldOutcome()
  const bucket = useAct('buckets.line', (answer) => {
    onDone()
    told(answer)
  })
  const show = useAct('buckets.line', (answer) => {
    onDone()
    open({ kind: 'summary', bucket: answer.bucketId })
  })
  const close = useCloseSegment(onDone)
  const tidy = useAct('janitor.tidy', (answer) => {
    onDone()
    say(t('tidy.done', { count: answer.lines.length }))
  })
  const newest = useNewestAct(onDone)
  const suggestion = useSuggestionDecision(onDone)

  const run = (typed: CommandLine): void => {
    if (typed.kind === 'preview') open({ kind: 'command', line: typed.line, command: typed.command })
    else if (typed.kind === 'bucket') (typed.shows ? show : bucket).mutate({ line: typed.line })
    else
      switch (typed.command) {
        case 'close':
          close.mutate({})
          break
        case 'tidy':
          tidy.mutate({ dryRun: false })
          break
        case 'undo':
        case 'redo':
          newest.mutate(typed.command)
          break
        case 'accept':
        case 'dismiss':
          suggestion.mutate({ decide: typed.command, argument: typed.argument })
      }
  }
  const busy = [bucket, show, close, tidy, newest, suggestion].some((act) => act.isPending)
  return { run, busy }
}
