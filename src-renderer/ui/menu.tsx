import { Check } from 'lucide-react'
import { ContextMenu, DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './cx'

/** One entry of a menu; `null` draws a hairline. */
export type MenuEntry = {
  label: string
  hint?: string
  disabled?: boolean
  /** Of one of several that exclude each other: whether it is the one. */
  checked?: boolean
  onSelect: () => void
} | null

const PANEL =
  'z-50 min-w-[188px] animate-enter rounded-xl border border-line bg-raised p-1 text-list shadow-lifted outline-none'
const ITEM = cx(
  'flex h-[30px] items-center gap-4 rounded-md px-2.5 outline-none select-none',
  'data-[disabled]:opacity-45 data-[highlighted]:bg-hover',
)

/** Entries are made when a menu opens: a list of two thousand rows has two thousand menus that never do. */
type MakeEntries = () => MenuEntry[]

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactNode
  label: string
  entries: MakeEntries
  onOpenChange?: (open: boolean) => void
}

/** A menu behind a button. Not modal: the scroll lock of a modal one needs an inline style tag (see dialog.tsx). */
export function Menu({ trigger, label, entries, onOpenChange }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} {...(onOpenChange ? { onOpenChange } : {})}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="end" sideOffset={4} collisionPadding={8} aria-label={label} className={PANEL}>
          <Entries make={entries} parts={DropdownMenu} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

interface RightClickMenuProps {
  label: string
  entries: MakeEntries
  children: ReactNode
}

/** The same entries on the secondary button or the context-menu key. */
export function RightClickMenu({ label, entries, children }: RightClickMenuProps) {
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild>{children}</ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content collisionPadding={8} aria-label={label} className={PANEL}>
          <Entries make={entries} parts={ContextMenu} />
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}

interface EntriesProps {
  make: MakeEntries
  parts: Pick<typeof DropdownMenu, 'Item' | 'Separator'> | Pick<typeof ContextMenu, 'Item' | 'Separator'>
}

function Entries({ make, parts: { Item, Separator } }: EntriesProps) {
  return make().map((entry, index) =>
    entry ? (
      <Item
        key={entry.label}
        disabled={entry.disabled ?? false}
        onSelect={entry.onSelect}
        className={ITEM}
        {...(entry.checked === undefined ? {} : { role: 'menuitemradio', 'aria-checked': entry.checked })}
      >
        {entry.label}
        {entry.checked ? <Check aria-hidden="true" className="ms-auto size-3.5 flex-none" /> : null}
        {entry.hint ? <span className="ms-auto ps-3 text-meta text-faint">{entry.hint}</span> : null}
      </Item>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a hairline has no identity but its place
      <Separator key={`line-${index}`} className="my-1 h-px bg-line" />
    ),
  )
}
