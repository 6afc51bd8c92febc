import { Popover as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { cx } from './cx'

interface PopoverProps {
  trigger: ReactNode
  label: string
  width?: number
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom'
  className?: string
  /** Gets the function that closes it; mounted only while it is open. */
  children: (close: () => void) => ReactNode
}

/** A small sheet beside the word that opened it. */
export function Popover({ trigger, label, width = 320, align = 'start', side, className, children }: PopoverProps) {
  const [open, setOpen] = useState(false)
  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          {...(side ? { side } : {})}
          sideOffset={6}
          collisionPadding={12}
          aria-label={label}
          style={{ width }}
          className={cx(
            'z-50 max-h-[min(420px,60vh)] max-w-[calc(100vw-24px)] animate-enter',
            'overflow-y-auto rounded-xl border border-line bg-raised p-3 text-list shadow-lifted outline-none',
            className,
          )}
        >
          {children(() => setOpen(false))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
