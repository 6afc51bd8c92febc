import { useLayoutEffect } from 'react'

/** What the stylesheet needs to know of the whole window. */
type RootMark = 'notices-slot' | 'modal-open'

const holders = new Map<RootMark, number>()

function hold(mark: RootMark, by: 1 | -1): void {
  const count = (holders.get(mark) ?? 0) + by
  holders.set(mark, count)
  document.documentElement.toggleAttribute(`data-${mark}`, count > 0)
}

/**
 * Marks the document while a part is there. A rule that asks the document what lies in it (`:root:has(…)`) is asked again at every
 * change anywhere: while a reply streams that cost more than the reply.
 */
export function useRootMark(mark: RootMark): void {
  useLayoutEffect(() => {
    hold(mark, 1)
    return () => hold(mark, -1)
  }, [mark])
}

/**
 * Marks the document while the person works by keyboard, for what shows itself where the keyboard is (`group-keyed:`). A press of
 * the pointer ends it.
 */
export function watchKeyboard(): void {
  const { documentElement: root } = document
  addEventListener(
    'keydown',
    ({ key }) => {
      if (!['Shift', 'Control', 'Alt', 'Meta'].includes(key)) root.toggleAttribute('data-keys', true)
    },
    true,
  )
  addEventListener('pointerdown', () => root.toggleAttribute('data-keys', false), true)
}
