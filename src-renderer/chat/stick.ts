import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

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

/** A scroll so soon after a hand was at wheel, key or scrollbar is the person's own. */
const BY_HAND_MS = 400
const HANDS = ['wheel', 'touchmove', 'keydown', 'pointerdown', 'pointermove'] as const

/**
 * Keeps the end in sight when the content changes its height anywhere, also above its last row, where the virtual list
 * would keep the reading place instead. Until a person scrolls away; once they are back at the end it follows again.
 * @param size the height of the content in pixels
 * @returns what has to be called when the end was asked for
 */
export function useFollowEnd(
  box: RefObject<HTMLElement | null>,
  { toEnd, size, follows, startsAtEnd }: { toEnd: () => void; size: number; follows: boolean; startsAtEnd: boolean },
): () => void {
  const following = useRef(startsAtEnd)
  useEffect(() => {
    const element = box.current
    if (!element) return
    let byHand = Number.NEGATIVE_INFINITY
    const onHand = (event: Event): void => {
      if (event instanceof PointerEvent && event.type === 'pointermove' && event.buttons === 0) return
      byHand = performance.now()
    }
    const onScroll = (): void => {
      const isByHand = performance.now() - byHand < BY_HAND_MS
      // A jump that comes to rest near the end was not a wish to follow it: what is looked at there may grow.
      if (isAtEnd(element)) following.current ||= startsAtEnd || isByHand
      else if (isByHand) following.current = false
    }
    for (const hand of HANDS) element.addEventListener(hand, onHand, { passive: true })
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      for (const hand of HANDS) element.removeEventListener(hand, onHand)
      element.removeEventListener('scroll', onScroll)
    }
  }, [box, startsAtEnd])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the height changed, and only then
  useLayoutEffect(() => {
    if (follows && following.current) toEnd()
  }, [size])
  return () => {
    following.current = true
  }
}

/** The list tells by its own two frames that it stands still; after so long it gives up looking for a row. */
const STILL_FRAMES = 4
const LONGEST_MS = 5_000

/**
 * Calls `then` once `place` has been the same for some frames. A list looks for a row by its number, measuring rows whose height was
 * only guessed: what is put above it meanwhile would move the number on to another row.
 * @param place undefined: not there yet
 * @returns ends the waiting
 */
export function onceStill(place: () => number | undefined, then: () => void): () => void {
  const begun = performance.now()
  let [last, still] = [place(), 0]
  const look = (): void => {
    const now = place()
    still = now !== undefined && now === last ? still + 1 : 0
    last = now
    if (still >= STILL_FRAMES || performance.now() - begun > LONGEST_MS) then()
    else frame = requestAnimationFrame(look)
  }
  let frame = requestAnimationFrame(look)
  return () => cancelAnimationFrame(frame)
}
