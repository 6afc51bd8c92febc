import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button'
import { cx } from './cx'
import { useFocusBack } from './focus-back'
import { useRootMark } from './root-mark'
import { ToastBranch } from './toast-branch'

interface DialogProps {
  title: string
  /** One sentence under the title. */
  description?: ReactNode
  width?: number
  /** `top` for what changes its height while it is used. */
  place?: 'middle' | 'top'
  /** Set where the content brings its own padding and scrolling. */
  bare?: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * A modal window inside the window. The veil is our own element and not Radix's overlay: that one locks scrolling with
 * an inline style tag, which the content security policy refuses, and the page never scrolls anyway.
 */
export function Dialog({
  title,
  description,
  width = 560,
  place = 'middle',
  bare = false,
  onClose,
  children,
}: DialogProps) {
  const { t } = useTranslation()
  const focusAfterwards = useFocusBack()
  useRootMark('modal-open')
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <div className="fixed inset-0 z-40 bg-veil" aria-hidden="true" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          data-modal=""
          onCloseAutoFocus={focusAfterwards}
          onOpenAutoFocus={(event) => {
            // nothing in it asked for the focus: then the dialog itself has it, and no button looks pressed
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          style={{ width: `min(${width}px, calc(100vw - 32px))` }}
          className={cx(
            'modal-box fixed left-1/2 z-50 flex -translate-x-1/2 animate-appear flex-col',
            place === 'top' ? 'top-[max(min(14vh,120px),var(--notices))]' : 'top-1/2 -translate-y-1/2',
            'rounded-2xl border border-line bg-raised shadow-lifted outline-none',
          )}
        >
          <ToastBranch />
          <div className={bare ? 'sr-only' : 'flex items-start gap-3 px-5 pt-[18px]'}>
            <div className="min-w-0 flex-1">
              {/* isolated, so that a name of the other direction changes neither its words nor its side */}
              <Radix.Title className="text-title font-semibold">
                <bdi>{title}</bdi>
              </Radix.Title>
              {description ? <Radix.Description className="mt-1 text-soft">{description}</Radix.Description> : null}
            </div>
            {bare ? null : (
              <Radix.Close asChild>
                <IconButton label={t('common.close')} className="-mt-0.5 -me-2">
                  <X />
                </IconButton>
              </Radix.Close>
            )}
          </div>
          {bare ? children : <div className="min-h-0 overflow-y-auto px-5 pt-3 pb-[18px]">{children}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The row of acts at the foot of a dialog: the way out first, the act itself last. */
export function DialogActs({ children }: { children: ReactNode }) {
  return <div className="mt-4 flex flex-wrap items-center justify-end gap-2">{children}</div>
}
