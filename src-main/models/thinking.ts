/** What a model thinks before it answers: kept apart from the reply, however its runtime marks it. */

export interface ThinkingEvent {
  type: 'thinking'
  text: string
}

const MARKS: readonly (readonly [open: string, close: string])[] = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
]

/**
 * Takes the thoughts out of a stream of plain text: what stands between marks at its very beginning. A mark further on is
 * part of the answer: somebody may ask how such a model writes. No text is ever lost, and thoughts that never end are
 * thoughts, not an answer.
 */
export function createThinkingStream(emit: (piece: string | ThinkingEvent) => void): {
  push(text: string): void
  end(): void
} {
  let held = ''
  let close: string | null = null
  let state: 'beginning' | 'thinking' | 'between' | 'answer' = 'beginning'
  const thought = (text: string): void => {
    if (text !== '') emit({ type: 'thinking', text })
  }
  const step = (): boolean => {
    switch (state) {
      case 'beginning': {
        const start = held.trimStart()
        const mark = MARKS.find(([open]) => start.startsWith(open))
        if (mark) {
          close = mark[1]
          held = start.slice(mark[0].length)
          state = 'thinking'
          return true
        }
        if (MARKS.some(([open]) => open.startsWith(start))) return false
        state = 'answer'
        return true
      }
      case 'thinking': {
        const at = held.indexOf(close ?? '')
        if (at < 0) {
          const keep = beginningAtEnd(held, close ?? '')
          thought(held.slice(0, held.length - keep))
          held = held.slice(held.length - keep)
          return false
        }
        thought(held.slice(0, at))
        held = held.slice(at + (close ?? '').length)
        state = 'between'
        return true
      }
      case 'between':
        held = held.trimStart()
        if (held === '') return false
        state = 'answer'
        return true
      case 'answer':
        if (held !== '') emit(held)
        held = ''
        return false
    }
  }
  const run = (): void => {
    while (step());
  }
  return {
    push(text) {
      held += text
      run()
    },
    end() {
      if (state === 'thinking') thought(held)
      else if (state === 'beginning' && held !== '') emit(held)
      held = ''
    },
  }
}

/** How many characters at the end may be the beginning of the mark. */
function beginningAtEnd(text: string, mark: string): number {
  for (let n = Math.min(mark.length - 1, text.length); n > 0; n--) if (mark.startsWith(text.slice(-n))) return n
  return 0
}
