import type { AppWideEvent } from '@shared/contract'
import { CatchmentError } from '@shared/contract/errors'
import { type JobId, jobId } from '@shared/ids'
import { eventually } from '@shared/testing/eventually'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { forwardToWindow } from './bus'
import { type JobControl, Jobs } from './jobs'
import { createTestBus } from './testing/bus'

function open() {
  const bus = createTestBus()
  const events: AppWideEvent[] = []
  forwardToWindow(bus, (event) => events.push(event))
  const faults: unknown[] = []
  const jobs = new Jobs(bus, (error) => void faults.push(error))
  const of = (id: JobId) => jobs.list().find((j) => j.id === id)
  return { jobs, events, faults, of }
}
const untilAborted = ({ signal }: JobControl) =>
  new Promise<undefined>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))

describe('a job', () => {
  it('is listed at once, shows its progress, and ends with what came of it', async () => {
    const { jobs, events, of } = open()
    let finish = (_: string): void => undefined
    const id = jobs.start('import', 'Importing', ({ report }) => {
      report(0.5, 'half of it')
      return new Promise((resolve) => {
        finish = resolve
      })
    })
    expect(of(id)).toMatchObject({
      kind: 'import',
      title: 'Importing',
      state: 'running',
      progress: 0.5,
      detail: 'half of it',
    })
    finish('3 messages imported')
    await eventually(() => expect(of(id)).toMatchObject({ state: 'done', progress: 1, detail: '3 messages imported' }))
    const told = events.flatMap((e) => (e.type === 'job.changed' ? [e.job.state] : []))
    expect(told.at(0)).toBe('running')
    expect(told.at(-1)).toBe('done')
  })

  it('that fails as expected shows its sentence and is no fault; anything else is a fault, logged once', async () => {
    const { jobs, faults, of } = open()
    const expected = jobs.start('download', 'A', () =>
      Promise.reject(new CatchmentError('disk_full', 'The disk is full.')),
    )
    const fault = jobs.start('download', 'B', () => Promise.reject(new TypeError('x is not a function')))
    await eventually(() => expect(of(fault)?.state).toBe('failed'))
    expect(of(expected)).toMatchObject({ state: 'failed', error: 'The disk is full.' })
    expect(faults).toEqual([new TypeError('x is not a function')])
  })

  it('can be cancelled, which is no failure; one that is unknown is said to be', async () => {
    const { jobs, faults, of } = open()
    const id = jobs.start('probe', 'Probing', untilAborted)
    jobs.cancel(id)
    await eventually(() => expect(of(id)).toMatchObject({ state: 'cancelled', error: null }))
    expect(faults).toEqual([])
    expect(() => jobs.cancel(jobId.parse(uuidv7()))).toThrow(CatchmentError)
  })

  it('is stopped and waited for when the app closes', async () => {
    const { jobs, of } = open()
    let ended = false
    const id = jobs.start('reembed', 'Reading', async (control) => {
      await untilAborted(control).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 10))
      ended = true
      return undefined
    })
    await jobs.close()
    expect(ended).toBe(true)
    expect(of(id)?.state).toBe('done')
  })

  it('stays listed for a while after it ended, running ones for as long as they run', async () => {
    const { jobs } = open()
    const long = jobs.start('import', 'Long', untilAborted)
    for (let i = 0; i < 30; i++) jobs.start('probe', `${i}`, () => Promise.resolve(undefined))
    await eventually(() => expect(jobs.list().filter((j) => j.state === 'done')).toHaveLength(20))
    expect(jobs.list().map((j) => j.id)).toContain(long)
    expect(jobs.list().at(-1)?.title).toBe('29')
    await jobs.close()
  })
})
