import { useLayoutEffect, useRef } from 'react'
import { useRootMark } from './root-mark'
import { NOTICES_ID } from './toast-branch'

/**
 * The place above the composer where notices stand: the conversation makes way for them. Where it is on the screen is told to the
 * stylesheet, since the notices themselves live beside the whole window (`.notices`).
 */
export function NoticesSlot() {
  const slot = useRef<HTMLDivElement>(null)
  useRootMark('notices-slot')
  useLayoutEffect(() => {
    const element = slot.current
    if (!element) return
    const tell = (): void => {
      const { left, width, bottom } = element.getBoundingClientRect()
      // not on the document: everything in it inherits such a property, and would be styled anew with each line of the composer
      const style = document.getElementById(NOTICES_ID)?.style
      style?.setProperty('--notices-left', `${left}px`)
      style?.setProperty('--notices-width', `${width}px`)
      style?.setProperty('--notices-bottom', `${innerHeight - bottom}px`)
    }
    tell()
    // it moves with the composer's height, and with the window's
    const observer = new ResizeObserver(tell)
    for (const near of [element, element.nextElementSibling, document.body]) if (near) observer.observe(near)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={slot}
      className="notices-slot mx-auto w-[calc(100%-48px)] max-w-[720px] flex-none max-[720px]:w-[calc(100%-16px)]"
    />
  )
}
