import { eventually } from '@shared/testing/eventually'
import { describe, expect, it } from 'vitest'
import { SimulatedClock } from './clock'
import { type ScheduledTask, Scheduler } from './scheduler'

const MINUTE = 60_000

function open(tasks: readonly Partial<ScheduledTask>[], lookEveryMs?: number) {
  const clock = new SimulatedClock(1_000 * MINUTE)
  const runs: string[] = []
  const faults: [string, unknown][] = []
  const whole = tasks.map((task, i): ScheduledTask => {
    const name = task.name ?? `task ${i}`
    return {
      everyMs: 5 * MINUTE,
      run: async () => void runs.push(name),
      ...task,
      name,
    }
  })
  const scheduler = new Scheduler(whole, clock, (task, error) => void faults.push([task, error]), lookEveryMs)
  return { clock, runs, faults, scheduler }
}

describe('the scheduler', () => {
  it('runs everything at start-up and then at its period', async () => {
    const { scheduler, clock, runs } = open([{ name: 'five' }, { name: 'six hours', everyMs: 360 * MINUTE }])
    await scheduler.look()
    expect(runs).toEqual(['five', 'six hours'])
    clock.advance(5 * MINUTE - 1)
    await scheduler.look()
    expect(runs).toHaveLength(2)
    clock.advance(1)
    await scheduler.look()
    expect(runs).toEqual(['five', 'six hours', 'five'])
  })

  it('runs what was missed in sleep once, not once for every time it was missed', async () => {
    const { scheduler, clock, runs } = open([{ name: 'five' }])
    await scheduler.look()
    clock.advance(3 * 24 * 60 * MINUTE)
    await scheduler.wake()
    await scheduler.look()
    expect(runs).toEqual(['five', 'five'])
  })

  it('is not stalled by a clock that was set back', async () => {
    const { scheduler, clock, runs } = open([{}])
    await scheduler.look()
    clock.advance(-24 * 60 * MINUTE)
    await scheduler.look()
    expect(runs).toHaveLength(2)
  })

  it('follows a period that is changed while it runs', async () => {
    const clock = new SimulatedClock(0)
    let everyMs = 30 * MINUTE
    let runs = 0
    const task: ScheduledTask = {
      name: 'timeouts',
      get everyMs() {
        return everyMs
      },
      run: async () => void runs++,
    }
    const scheduler = new Scheduler([task], clock, () => undefined)
    await scheduler.look()
    clock.advance(2 * MINUTE)
    await scheduler.look()
    expect(runs).toBe(1)
    everyMs = MINUTE
    await scheduler.look()
    expect(runs).toBe(2)
  })

  it('runs one task at a time and none twice at once', async () => {
    let running = 0
    let most = 0
    const run = async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running -= 1
    }
    const { scheduler, clock } = open([{ run }, { run }])
    const looks = [scheduler.look(), scheduler.look()]
    clock.advance(10 * MINUTE)
    await Promise.all([...looks, scheduler.wake()])
    expect(most).toBe(1)
  })

  it('reports a task that fails, goes on with the others, and tries it again at its next time', async () => {
    const failure = new Error('no')
    let failing = true
    const { scheduler, clock, runs, faults } = open([
      { name: 'a', run: () => (failing ? Promise.reject(failure) : Promise.resolve()) },
      { name: 'b' },
    ])
    await scheduler.look()
    expect(faults).toEqual([['a', failure]])
    expect(runs).toEqual(['b'])
    failing = false
    clock.advance(5 * MINUTE)
    await scheduler.look()
    expect(faults).toHaveLength(1)
  })

  it('looks by itself once started; stopped, it waits for what is under way and runs nothing more', async () => {
    let finish = (): void => undefined
    let begun = 0
    const run = () =>
      new Promise<void>((resolve) => {
        begun += 1
        finish = resolve
      })
    const { scheduler, clock, runs } = open([{ run }, { name: 'after' }], 5)
    scheduler.start()
    await eventually(() => expect(begun).toBe(1))
    let stopped = false
    const stopping = scheduler.stop().then(() => {
      stopped = true
    })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(stopped).toBe(false)
    finish()
    await stopping
    expect(runs).toEqual([])
    clock.advance(60 * MINUTE)
    await scheduler.look()
    expect(begun).toBe(1)
  })
})
