import type { PGlite, Transaction } from '@electric-sql/pglite'

/** Told of every statement that was answered, with its text (never its values) and how long it took. */
export interface StatementObserver {
  statement(sql: string, ms: number): void
  /** BEGIN and COMMIT around some of them. */
  transaction?(): void
}

/** The same client; what it is asked goes past the observer. What a client does inside of itself does not. */
export function observed(client: PGlite, observer: StatementObserver): PGlite {
  return new Proxy(client, {
    get(target, name) {
      if (name === 'transaction')
        return <T>(work: (tx: Transaction) => Promise<T>) => {
          observer.transaction?.()
          return target.transaction((tx) => work(observedIn(tx, observer)))
        }
      return observedMethod(target, name, observer)
    },
  })
}

const observedIn = (tx: Transaction, observer: StatementObserver): Transaction =>
  new Proxy(tx, { get: (target, name) => observedMethod(target, name, observer) })

function observedMethod(target: object, name: string | symbol, observer: StatementObserver): unknown {
  const method: unknown = Reflect.get(target, name)
  if (typeof method !== 'function') return method
  if (name !== 'query' && name !== 'exec') return method.bind(target)
  return async (sql: string, ...rest: unknown[]) => {
    const from = performance.now()
    try {
      return await method.call(target, sql, ...rest)
    } finally {
      observer.statement(sql, performance.now() - from)
    }
  }
}
