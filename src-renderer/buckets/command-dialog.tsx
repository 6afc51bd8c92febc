import type { BucketCommand } from '@shared/commands'
import { useTranslation } from 'react-i18next'
import { useDrafts } from '../chat/composer/draft'
import { MergePreview } from './merge-dialog'
import { Division } from './split-dialog'
import { useBucketMap } from './use-buckets'

type PreviewedCommand = Extract<BucketCommand, { kind: 'merge' | 'split' }>

interface CommandDialogProps {
  /** As it was typed. */
  line: string
  command: PreviewedCommand
  onClose: () => void
}

/** A typed `/merge` or `/split`, shown before it is done. Left, the line is still in the composer. */
export function CommandDialog({ line, command, onClose }: CommandDialogProps) {
  const { t } = useTranslation()
  const buckets = useBucketMap()
  const settle = useDrafts((drafts) => drafts.settle)
  const titleOf = (written: string): string =>
    [...buckets.values()].find((bucket) => bucket.id === written)?.title ?? written
  const onDone = (): void => settle(line)
  if (command.kind === 'split')
    return (
      <Division
        source={command.source}
        title={titleOf(command.source)}
        names={command.targets}
        onDone={onDone}
        onClose={onClose}
      />
    )
  const [first, second] = command.sources
  return (
    <MergePreview
      command={command}
      title={t('merge.commandTitle', {
        first: titleOf(first),
        second: titleOf(second),
        target: titleOf(command.target),
      })}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
