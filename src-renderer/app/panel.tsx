import { X } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { HeartbeatPanel } from '../heartbeat/heartbeat-panel'
import { ManifestPanel } from '../manifest/manifest-panel'
import { MemoryPanel } from '../memory/memory-panel'
import { ReceiptsPanel } from '../receipts/receipts-panel'
import { IconButton } from '../ui/button'
import { focusQuietly } from '../ui/focus-quietly'
import { useView } from './view'

const TABS = ['manifest', 'receipts', 'memory', 'heartbeat'] as const

/** The right column: what was talked about when, and what was done with it. */
export function Panel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const tab = useView((view) => view.tab)
  const showTab = useView((view) => view.showTab)
  return (
    <Tabs.Root
      value={tab}
      onValueChange={(value) => {
        const next = TABS.find((name) => name === value)
        if (next) showTab(next)
      }}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="flex h-12 flex-none items-center border-b border-line pe-2 ps-1.5">
        <Tabs.List aria-label={t('panel.label')} className="flex">
          {TABS.map((name) => (
            <Tabs.Trigger
              key={name}
              value={name}
              onMouseUp={focusQuietly}
              className="rounded-md px-1.5 py-[5px] text-list text-soft transition-colors hover:bg-hover data-[state=active]:bg-wash data-[state=active]:font-semibold data-[state=active]:text-ink"
            >
              {t(`panel.${name}`)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <IconButton label={t('header.closePanel')} className="ms-auto" onClick={onClose}>
          <X />
        </IconButton>
      </div>
      <Tabs.Content value="manifest" tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
        <ManifestPanel />
      </Tabs.Content>
      <Tabs.Content value="receipts" tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
        <ReceiptsPanel />
      </Tabs.Content>
      <Tabs.Content value="memory" tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
        <MemoryPanel />
      </Tabs.Content>
      <Tabs.Content value="heartbeat" tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
        <HeartbeatPanel />
      </Tabs.Content>
    </Tabs.Root>
  )
}
