import type { PGlite, Transaction } from '@electric-sql/pglite'

/** Told of every statement that ran: its text without the values, and how long it took in milliseconds. */
export type OnStatement = (text: string, ms: number) => void

type Queries = Pick<Transaction, 'query' | 'exec'>

/** Makes a database tell of its statements, those of transactions included. */
export function watchStatements(client: PGlite, tell: OnStatement): void {
  timed(client, tell)
  const transaction = client.transaction.bind(client)
  client.transaction = (work) =>
    transaction((tx) => {
      timed(tx, tell)
      return work(tx)
    })
}

function timed(target: Queries, tell: OnStatement): void {
  const query = target.query.bind(target)
  const exec = target.exec.bind(target)
  target.query = async (text, ...rest) => measured(text, () => query(text, ...rest), tell)
  target.exec = async (text, ...rest) => measured(text, () => exec(text, ...rest), tell)
}

async function measured<T>(text: string, run: () => Promise<T>, tell: OnStatement): Promise<T> {
  const from = performance.now()
  try {
    return await run()
  } finally {
    tell(text, performance.now() - from)
  }
}
