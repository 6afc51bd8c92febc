import { ContextMenu, DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './cx'

/** One entry of a menu; `null` draws a hairline. */
export type MenuEntry = {
  label: string
  hint?: string
  disabled?: boolean
  onSelect: () => void
} | null

const PANEL =
  'z-50 min-w-[188px] animate-enter rounded-xl border border-line bg-raised p-1 text-list shadow-lifted outline-none'
const ITEM = cx(
  'flex h-[30px] items-center gap-4 rounded-md px-2.5 outline-none select-none',
  'data-[disabled]:opacity-45 data-[highlighted]:bg-hover',
)

const hint = (text: string | undefined): ReactNode =>
  text ? <span className="ml-auto pl-3 text-meta text-faint">{text}</span> : null

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactNode
  label: string
  entries: MenuEntry[]
  align?: 'start' | 'end'
  onOpenChange?: (open: boolean) => void
}

/** A menu behind a button. Not modal: the scroll lock of a modal one needs an inline style tag (see dialog.tsx). */
export function Menu({ trigger, label, entries, align = 'end', onOpenChange }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} {...(onOpenChange ? { onOpenChange } : {})}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align={align} sideOffset={4} collisionPadding={8} aria-label={label} className={PANEL}>
          {entries.map((entry, index) =>
            entry ? (
              <DropdownMenu.Item
                key={entry.label}
                disabled={entry.disabled ?? false}
                onSelect={entry.onSelect}
                className={ITEM}
              >
                {entry.label}
                {hint(entry.hint)}
              </DropdownMenu.Item>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a hairline has no identity but its place
              <DropdownMenu.Separator key={`line-${index}`} className="my-1 h-px bg-line" />
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/** The same entries on the secondary button or the context-menu key. */
export function RightClickMenu({
  label,
  entries,
  children,
}: {
  label: string
  entries: MenuEntry[]
  children: ReactNode
}) {
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild>{children}</ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content collisionPadding={8} aria-label={label} className={PANEL}>
          {entries.map((entry, index) =>
            entry ? (
              <ContextMenu.Item
                key={entry.label}
                disabled={entry.disabled ?? false}
                onSelect={entry.onSelect}
                className={ITEM}
              >
                {entry.label}
                {hint(entry.hint)}
              </ContextMenu.Item>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a hairline has no identity but its place
              <ContextMenu.Separator key={`line-${index}`} className="my-1 h-px bg-line" />
            ),
          )}
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}
