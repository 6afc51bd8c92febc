import { type RefObject, useEffect } from 'react'

/** Closer to the end than this counts as being there: what is new is then followed. */
export const AT_END_PX = 60

type ScrollBox = Pick<HTMLElement, 'scrollHeight' | 'scrollTop' | 'clientHeight'>

/** Whether the end of a scrolled box is in sight, or near enough to it. */
export const isAtEnd = (box: ScrollBox): boolean => box.scrollHeight - box.scrollTop - box.clientHeight <= AT_END_PX

/**
 * Keeps the end in sight when the box itself changes its height: the composer grows, the window shrinks. Only if it was
 * in sight at the last scroll: whoever reads further up is left where they are. (Rows that grow or arrive are the
 * virtual list's own business.)
 */
export function useStickOnResize(box: RefObject<HTMLElement | null>, toEnd: () => void): void {
  useEffect(() => {
    const element = box.current
    if (!element) return
    let wasAtEnd = isAtEnd(element)
    let height = element.clientHeight
    const onScroll = (): void => {
      // a scroll that comes with a new height says nothing about what the person wanted
      if (element.clientHeight === height) wasAtEnd = isAtEnd(element)
    }
    const observer = new ResizeObserver(() => {
      if (element.clientHeight === height) return
      height = element.clientHeight
      if (wasAtEnd) toEnd()
    })
    element.addEventListener('scroll', onScroll, { passive: true })
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', onScroll)
      observer.disconnect()
    }
  }, [box, toEnd])
}
