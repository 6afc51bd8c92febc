import type { AppWideEvent } from '@shared/contract'
import type { JobView } from '@shared/contract/models'
import { jobId } from '@shared/ids'
import { expect, it } from 'vitest'
import { tellAway } from './away'

const id = jobId.parse('00000000-0000-7000-8000-0000000000aa')
const job = (state: JobView['state']): AppWideEvent => ({
  type: 'job.changed',
  job: { id, kind: 'import', title: 'Importing a', state, progress: null, detail: '', error: null },
})

it('tells who is away of the end of a long job, and nobody else of anything', () => {
  const told: string[] = []
  const world = { now: 0, away: true, wanted: true }
  const hear = tellAway({
    now: () => world.now,
    isAway: () => world.away,
    wanted: () => world.wanted,
    notify: (word, work) => told.push(`${word} ${work}`),
  })
  const run = (ms: number, end: JobView['state']) => {
    hear(job('running'))
    world.now += ms
    hear(job('running'))
    hear(job(end))
  }
  run(60_000, 'done')
  expect(told.splice(0)).toEqual(['jobDone workImport'])
  run(60_000, 'failed')
  expect(told.splice(0)).toEqual(['jobFailed workImport'])
  run(2_000, 'done')
  run(60_000, 'cancelled')
  world.away = false
  run(60_000, 'done')
  Object.assign(world, { away: true, wanted: false })
  run(60_000, 'done')
  expect(told).toEqual([])
})
