import type { Portion } from '@shared/contract/transfer'
import { memoryId, segmentId } from '@shared/ids'
import { Copy, Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { keyName } from '../app/hotkeys'
import type { PortionActs } from '../transfer/use-portion'
import { Button } from '../ui/button'
import type { PaletteEntry } from './palette-groups'

/** What can be copied or saved of what is chosen in the palette; null if nothing. */
export function portionOf(entry: PaletteEntry): Portion | null {
  if (entry.kind === 'bucket') return { bucketId: entry.bucket.id }
  if (entry.kind !== 'hit') return null
  const { kind, id, messageId, onOtherBranch } = entry.hit
  if (kind === 'memory') return { memoryId: memoryId.parse(id) }
  if (kind === 'segment') return { segmentId: segmentId.parse(id) }
  if (messageId === null) return null
  return onOtherBranch ? { messageId, onBranch: id } : { messageId }
}

/** Takes along what was found: the chosen result to the clipboard or into a file. */
export function FoundActs({ part, portion }: { part: Portion; portion: PortionActs }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-none items-center gap-1.5 border-t border-line px-3 py-1.5">
      <Button tone="quiet" onClick={() => portion.copy(part)}>
        <Copy aria-hidden="true" className="size-3.5" />
        {t('portion.copyFound')}
        <kbd className="text-meta text-faint">{keyName('C')}</kbd>
      </Button>
      <Button tone="quiet" onClick={() => portion.save(part)}>
        <Download aria-hidden="true" className="size-3.5" />
        {t('portion.saveFound')}
        <kbd className="text-meta text-faint">{keyName('S')}</kbd>
      </Button>
    </div>
  )
}
