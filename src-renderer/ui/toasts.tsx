import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from './button'
import { cx } from './cx'
import { NOTICES_ID } from './toast-branch'
import { useToasts } from './toast-store'

/** How much room the notices take, for what makes way for them (styles.css, `.notices-slot` and `.modal-box`). */
function useMeasured(): (list: HTMLElement | null) => void {
  const observer = useRef<ResizeObserver | null>(null)
  return useCallback((list) => {
    observer.current?.disconnect()
    if (!list || typeof ResizeObserver === 'undefined') return
    observer.current = new ResizeObserver(() => {
      const { height } = list.getBoundingClientRect()
      const { style } = document.documentElement
      const room = `${height > 0 ? Math.ceil(height) + GAP_PX : 0}px`
      if (style.getPropertyValue('--notices') !== room) style.setProperty('--notices', room)
    })
    observer.current.observe(list)
  }, [])
}

const GAP_PX = 8

/** Radix's toasts, because they bring no style tag along (the content security policy refuses one). F8 goes there. */
export function Toasts() {
  const { t } = useTranslation()
  const { items, dismiss } = useToasts()
  const measured = useMeasured()
  return (
    <Toast.Provider label={t('toast.one')} swipeDirection="right">
      {items.map((item) => (
        <Toast.Root
          key={item.id}
          duration={item.stays ? Number.POSITIVE_INFINITY : item.tone === 'error' ? 12_000 : 6_000}
          onOpenChange={(open) => !open && dismiss(item.id)}
          className={cx(
            // an open dialog takes the pointer from everything outside of it; a notice still wants to be pressed
            'pointer-events-auto! flex animate-enter items-start gap-2 rounded-xl border border-line bg-raised py-2 pe-1.5 ps-3.5 shadow-lifted',
            item.tone === 'error' && 'border-warn',
          )}
        >
          <Toast.Description className="min-w-0 flex-1 py-[3px] text-list [overflow-wrap:anywhere]" dir="auto">
            {item.text}
          </Toast.Description>
          {item.act ? (
            <Toast.Action asChild altText={item.act.label}>
              <Button tone="link" className="h-[26px] px-1.5" onClick={item.act.run}>
                {item.act.label}
              </Button>
            </Toast.Action>
          ) : null}
          <Toast.Close asChild>
            <IconButton label={t('toast.dismiss')}>
              <X />
            </IconButton>
          </Toast.Close>
        </Toast.Root>
      ))}
      {/* what is marked as live stays in the accessible tree while a dialog is open; Radix announces by itself */}
      <div id={NOTICES_ID} aria-live="off">
        <Toast.Viewport
          label={t('toast.region', { hotkey: '{hotkey}' })}
          ref={measured}
          className="notices pointer-events-none fixed z-[60] flex flex-col gap-2 outline-none"
        />
      </div>
    </Toast.Provider>
  )
}
