import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './cx'
import { useRootMark } from './root-mark'
import { ToastBranch } from './toast-branch'

interface SlideOverProps {
  side: 'left' | 'right'
  label: string
  onClose: () => void
  children: ReactNode
}

/** A column that lies over the conversation where the window is too small to hold it beside. */
export function SlideOver({ side, label, onClose, children }: SlideOverProps) {
  useRootMark('modal-open')
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <div className="fixed inset-0 z-30 bg-veil" aria-hidden="true" />
        <Radix.Content
          aria-describedby={undefined}
          data-modal=""
          className={cx(
            'fixed top-[var(--notices)] bottom-0 z-40 flex w-[min(312px,calc(100vw-48px))] flex-col bg-rail shadow-lifted outline-none',
            side === 'left' ? 'start-0 animate-slide-left border-e' : 'end-0 animate-slide-right border-s',
          )}
        >
          <Radix.Title className="sr-only">{label}</Radix.Title>
          <ToastBranch />
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
