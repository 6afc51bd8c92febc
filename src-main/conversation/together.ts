/** Telling of pieces as they come, and together where they come faster than anybody could look. */

/** So many pieces are told at once in each window of time; a model on this computer never comes near. */
const AT_ONCE = 10
const WINDOW_MS = 50
/** The rest is told together, this much later. */
const LATER_MS = 30

export interface Together {
  push(piece: string): void
  /** Tells what is still held; called before anything that is said to come after it. */
  end(): void
}

/** Every piece is told, in its order, and none alone that comes in a flood: telling costs the one who tells and the one who hears. */
export function together(tell: (text: string) => void): Together {
  let held = ''
  let timer: NodeJS.Timeout | undefined
  let [since, told] = [Number.NEGATIVE_INFINITY, 0]
  const end = (): void => {
    clearTimeout(timer)
    timer = undefined
    const text = held
    held = ''
    if (text !== '') tell(text)
  }
  return {
    push(piece) {
      held += piece
      const now = performance.now()
      if (now - since >= WINDOW_MS) [since, told] = [now, 0]
      told += 1
      if (timer !== undefined) return
      if (told <= AT_ONCE) end()
      else timer = setTimeout(end, LATER_MS)
    },
    end,
  }
}
