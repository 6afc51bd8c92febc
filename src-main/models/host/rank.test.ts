import { Mutex } from 'async-mutex'
import { expect, it } from 'vitest'
import { RANK } from './embedding-runtime'

it('lets the turn being typed in before the backlog, and equals in order of arrival', async () => {
  const lock = new Mutex()
  const done: string[] = []
  const asked = (['backlog', 'normal', 'turn', 'backlog', 'turn'] as const).map((priority, i) =>
    lock.runExclusive(async () => void done.push(`${priority} ${i}`), RANK[priority]),
  )
  await Promise.all(asked)
  // The first one found the lock free.
  expect(done).toEqual(['backlog 0', 'turn 2', 'turn 4', 'normal 1', 'backlog 3'])
})
