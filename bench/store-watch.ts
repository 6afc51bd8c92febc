/** A store handle that knows when the product waited for the store. */
import type { StoreHandle } from '../src-main/store/client'
import type { Store } from '../src-main/store/protocol'

export interface Waited {
  name: string
  from: number
  to: number
}

export class StoreWatch {
  readonly calls: Waited[] = []

  readonly wrap = (handle: StoreHandle): StoreHandle => ({
    ...handle,
    forProfile: (userId) => this.watched(handle.forProfile(userId)),
  })

  /** Milliseconds of a span in which at least one call was under way. */
  within(from: number, to: number): number {
    let sum = 0
    let end = from
    for (const call of [...this.calls].sort((a, b) => a.from - b.from)) {
      const begin = Math.max(call.from, end)
      const until = Math.min(call.to, to)
      if (until > begin) {
        sum += until - begin
        end = until
      }
    }
    return sum
  }

  private watched(store: Store): Store {
    const calls = this.calls
    const timed = (repository: string, methods: object) =>
      new Proxy(methods, {
        get(target, method) {
          const call: unknown = Reflect.get(target, method)
          if (typeof call !== 'function') return call
          return async (...args: unknown[]) => {
            const from = performance.now()
            try {
              return await call(...args)
            } finally {
              calls.push({ name: `${repository}.${String(method)}`, from, to: performance.now() })
            }
          }
        },
      })
    return new Proxy(store, {
      get(target, name) {
        const methods: unknown = Reflect.get(target, name)
        return typeof methods === 'object' && methods !== null ? timed(String(name), methods) : methods
      },
    })
  }
}
