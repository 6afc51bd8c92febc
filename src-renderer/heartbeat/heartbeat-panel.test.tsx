import { CatchmentError } from '@shared/contract/errors'
import type { HeartbeatList, HeartbeatTaskView } from '@shared/contract/heartbeat'
import { heartbeatTaskId } from '@shared/contract/heartbeat'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { eventListener } from '../app/events'
import { EveryDialog } from '../app/every-dialog'
import { useView } from '../app/view'
import { LiveTurns } from '../chat/live-turns'
import { fakeMain } from '../testing/fake-bridge'
import { show } from '../testing/render'
import { aBucket, aBucketId, at } from '../testing/samples'
import { useToasts } from '../ui/toast-store'
import { HeartbeatPanel } from './heartbeat-panel'

function aTask(id: string, change: Partial<HeartbeatTaskView> = {}): HeartbeatTaskView {
  return {
    id: heartbeatTaskId.parse(id),
    kind: 'personal',
    name: id,
    schedule: '0 8 * * 1',
    bucketId: aBucketId('garden_001'),
    bucketTitle: 'Garden',
    lastRun: at(1),
    nextRun: at(2),
    runs: 6,
    errors: 0,
    lastError: null,
    paused: null,
    running: false,
    waitsFor: null,
    ...change,
  }
}

/** Main with these tasks; it keeps what it is told, and says so. */
function open(tasks: HeartbeatTaskView[], change: Partial<HeartbeatList> = {}) {
  let personal = tasks
  const found = (id: string): HeartbeatTaskView => {
    const task = personal.find((t) => t.id === id)
    if (!task) throw new CatchmentError('not_found', 'There is no such task.')
    return task
  }
  const put = (task: HeartbeatTaskView): HeartbeatTaskView => {
    personal = [...personal.filter((t) => t.id !== task.id), task]
    main.emit({ type: 'heartbeat.changed' })
    return task
  }
  const main = fakeMain({
    'buckets.list': () => [aBucket('garden_001', { title: 'Garden' }), aBucket('bread_002', { title: 'Bread' })],
    'buckets.redirects': () => [],
    'heartbeat.list': () => ({
      personal,
      total: personal.length,
      builtin: [aTask('janitor', { kind: 'builtin', name: 'Tidy', schedule: 'every 6 hours', bucketId: null })],
      calls: { today: 3, limit: 24 },
      notice: null,
      ...change,
    }),
    'heartbeat.open': ({ taskId }) => ({ task: found(taskId), prompt: 'What is to do?' }),
    'heartbeat.preview': ({ schedule }) => {
      if (schedule === '0 8 31 2 *') throw new CatchmentError('bad_request', '“0 8 31 2 *” never comes.')
      return { next: [at(1), at(2), at(3)] }
    },
    'heartbeat.add': ({ name, schedule }) => put(aTask('new', { name, schedule, lastRun: null, runs: 0 })),
    'heartbeat.edit': ({ taskId, name, schedule }) => put({ ...found(taskId), name, schedule }),
    'heartbeat.pause': ({ taskId }) => put({ ...found(taskId), nextRun: null, paused: { by: 'person', reason: null } }),
    'heartbeat.resume': ({ taskId }) => put({ ...found(taskId), paused: null }),
    'heartbeat.run': ({ taskId }) => put({ ...found(taskId), runs: found(taskId).runs + 1 }),
    'heartbeat.remove': ({ taskId }) => {
      personal = personal.filter((t) => t.id !== taskId)
      main.emit({ type: 'heartbeat.changed' })
      return null
    },
  })
  const client = show(
    <>
      <HeartbeatPanel />
      <EveryDialog />
    </>,
  )
  window.catchment?.subscribe(eventListener(client, new LiveTurns()))
  return main
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const choose = async (task: string, act: string) => {
  await press(`More about ${task}`)
  await userEvent.click(await screen.findByRole('menuitem', { name: act }))
}
beforeEach(() => useView.setState({ dialog: null, bucket: null }))

describe('the heartbeat tab', () => {
  it('lists the tasks of the person and of the product, with schedule, times and runs in words', async () => {
    open([
      aTask('review', { name: 'Review' }),
      aTask('often', { name: 'Often', schedule: 'every 30 minutes', waitsFor: 'person' }),
    ])
    const review = await screen.findByRole('article', { name: 'Review' })
    expect(review.textContent).toMatch(/Every Monday at 0?8:00/)
    expect(review.textContent).toContain('6 times in all')
    expect(review.textContent).toContain('Garden')
    expect((await screen.findByRole('article', { name: 'Often' })).textContent).toContain('Every 30 minutes')
    expect(screen.getByText(/waits until you are here/)).toBeTruthy()
    const upkeep = screen.getByRole('region', { name: 'Upkeep' })
    expect(within(upkeep).getByRole('article', { name: 'Tidy buckets' }).textContent).toContain('Every 6 hours')
    expect(screen.getByText('3 of 24 today while you were away')).toBeTruthy()
  })

  it('says what will stand here while there is none, and that a hand edit of the file was set aside', async () => {
    open([], { notice: 'HEARTBEAT.md was changed by hand.' })
    expect(await screen.findByText(/A task asks the model something/)).toBeTruthy()
    expect(screen.getByRole('status').textContent).toBe('HEARTBEAT.md was changed by hand.')
  })

  it('shows why a task is paused and what failed, and sets it going again', async () => {
    const main = open([
      aTask('stuck', {
        errors: 5,
        nextRun: null,
        paused: { by: 'errors', reason: 'Failed 5 times in a row: no model' },
      }),
      aTask('shaky', { errors: 2, lastError: 'The server is away.' }),
    ])
    expect(await screen.findByText('Paused. Failed 5 times in a row: no model')).toBeTruthy()
    expect(screen.getByText('Failed 2 times, will be tried again: The server is away.')).toBeTruthy()
    await press('Resume')
    expect(main.inputsOf('heartbeat.resume')).toEqual([{ taskId: 'stuck' }])
  })

  it('makes a task in simple words, shows when it would run, and refuses what never comes', async () => {
    const main = open([])
    await press('New task')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('button', { name: 'Make the task' })).toHaveProperty('disabled', true)
    await userEvent.type(dialog.getByLabelText('Name'), 'Friday')
    await userEvent.type(dialog.getByLabelText('What to ask'), 'What did I learn?')
    await userEvent.selectOptions(dialog.getByLabelText('How often'), 'weekly')
    await userEvent.click(dialog.getByRole('button', { name: 'Friday' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Monday' }))
    await userEvent.selectOptions(dialog.getByLabelText('Post into'), 'Bread')
    expect(await dialog.findByText(/^Next: /)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Make the task' }))
    expect(main.inputsOf('heartbeat.add')).toEqual([
      { name: 'Friday', prompt: 'What did I learn?', schedule: '0 8 * * 5', bucketId: 'bread_002' },
    ])
    expect(await screen.findByRole('article', { name: 'Friday' })).toBeTruthy()
  })

  it('edits a task with what it is asked, and says why a schedule cannot be', async () => {
    const main = open([aTask('review')])
    await choose('review', 'Edit…')
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByLabelText('What to ask')).toHaveProperty('value', 'What is to do?')
    await userEvent.selectOptions(dialog.getByLabelText('How often'), 'cron')
    const fields = dialog.getByLabelText('Cron fields')
    await userEvent.clear(fields)
    await userEvent.type(fields, '0 8')
    expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
    await userEvent.type(fields, ' 31 2 *')
    expect((await dialog.findByRole('alert')).textContent).toContain('never comes')
    await userEvent.clear(fields)
    await userEvent.type(fields, '0 9 * * *')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(main.inputsOf('heartbeat.edit')).toMatchObject([{ taskId: 'review', schedule: '0 9 * * *' }])
  })

  it('runs, pauses and removes a task, and brings a removed one back', async () => {
    const main = open([aTask('review')])
    await press('Run now')
    expect(main.inputsOf('heartbeat.run')).toEqual([{ taskId: 'review' }])
    expect(useToasts.getState().items.map((i) => i.text)).toContain('“review” ran.')
    await choose('review', 'Pause')
    expect(await screen.findByText('Paused by you.')).toBeTruthy()
    await choose('review', 'Remove')
    expect(await screen.findByText(/A task asks the model something/)).toBeTruthy()
    useToasts
      .getState()
      .items.find((i) => i.act?.label === 'Bring it back')
      ?.act?.run()
    expect(await screen.findByRole('article', { name: 'review' })).toBeTruthy()
    expect(main.inputsOf('heartbeat.add')).toMatchObject([{ prompt: 'What is to do?', bucketId: 'garden_001' }])
  })
})
