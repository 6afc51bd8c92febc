/** Passes on at most one value per `everyMs`; the newest wins. `flush` passes on what is still waiting. */
export function throttled<T>(everyMs: number, pass: (value: T) => void): { (value: T): void; flush(): void } {
  let last = Number.NEGATIVE_INFINITY
  let waiting: { value: T } | undefined
  const flush = (): void => {
    if (!waiting) return
    const { value } = waiting
    waiting = undefined
    last = performance.now()
    pass(value)
  }
  return Object.assign(
    (value: T) => {
      waiting = { value }
      if (performance.now() - last >= everyMs) flush()
    },
    { flush },
  )
}
