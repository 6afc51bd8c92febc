import type { SummaryVersionView } from '@shared/contract/segments'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { eventListener } from '../app/events'
import { LiveTurns } from '../chat/live-turns'
import { fakeMain } from '../testing/fake-bridge'
import { show } from '../testing/render'
import { aBucket, at } from '../testing/samples'
import { useToasts } from '../ui/toast-store'
import { SummaryDialog } from './summary-dialog'

const version = (n: number, summary: string, madeBy: SummaryVersionView['madeBy'] = 'extractive') => ({
  version: n,
  summary,
  madeBy,
  madeAt: at(n),
  messages: 10 * n,
  sources: [],
})

/** A bucket in main, which keeps every summary it is given. */
function open(id = 'dogs_001') {
  let closed = 0
  let bucket = aBucket(id, { title: 'Dogs', summary: '• Rex is four' })
  let versions = [version(2, '• Rex is four'), version(1, '• Rex is three')]
  const now = (summary: string, madeBy: SummaryVersionView['madeBy']): SummaryVersionView[] => {
    bucket = { ...bucket, summary }
    versions = [version(versions.length + 1, summary, madeBy), ...versions]
    main.emit({ type: 'buckets.changed', buckets: [bucket], removed: [] })
    return versions
  }
  const main = fakeMain({
    'buckets.list': () => [bucket],
    'buckets.show': () => ({ bucket, formerIds: [], related: [], newest: [], returns: 3, returnsPerWeek: 0.5 }),
    'summaries.list': () => versions,
    'summaries.write': ({ summary }) => now(summary, 'person'),
    'summaries.regenerate': () => now('• Rex is five', 'model'),
  })
  const client = show(
    <SummaryDialog
      bucket={bucket.id}
      onClose={() => {
        closed += 1
      }}
    />,
  )
  window.catchment?.subscribe(eventListener(client, new LiveTurns()))
  return { main, closed: () => closed }
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('the summary of a bucket', () => {
  it('is edited in place: saved it is shown with whose it is', async () => {
    const { main } = open()
    await press('Edit')
    const field = screen.getByRole('textbox', { name: 'Summary' })
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
    await userEvent.type(field, '\nHe is afraid of thunder')
    await press('Save')
    expect(await screen.findByText('He is afraid of thunder')).toBeTruthy()
    expect(screen.getByRole('dialog').textContent).toContain('by you')
    expect(main.inputsOf('summaries.write')).toEqual([
      { bucketId: 'dogs_001', summary: '• Rex is four\nHe is afraid of thunder' },
    ])
  })

  it('keeps the dialog open when Escape is pressed over typed words, and closes it when there are none', async () => {
    const { main, closed } = open()
    await press('Edit')
    await userEvent.type(screen.getByRole('textbox', { name: 'Summary' }), ' and more')
    await userEvent.keyboard('{Escape}')
    expect(closed()).toBe(0)
    expect(await screen.findByText('Rex is four')).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    expect(closed()).toBe(1)
    expect(main.inputsOf('summaries.write')).toEqual([])
  })

  it('is made anew on demand', async () => {
    const { main } = open()
    await press('Make anew')
    expect(await screen.findByText('Rex is five')).toBeTruthy()
    expect(main.inputsOf('summaries.regenerate')).toEqual([{ bucketId: 'dogs_001' }])
  })

  it('lists every version with who and when; an older one is read and put back', async () => {
    const { main } = open()
    await press('Versions 2')
    const list = within(screen.getByRole('region', { name: 'Versions' }))
    const [present, older] = list.getAllByRole('listitem')
    expect(present?.textContent).toContain('without a model, the present one')
    expect(older?.textContent).toContain('without a model, of 10 messages')
    await userEvent.click(within(older ?? document.body).getByRole('button'))
    expect(list.getByText('Rex is three')).toBeTruthy()
    await press('Put this version back')
    await waitFor(() =>
      expect(main.inputsOf('summaries.write')).toEqual([{ bucketId: 'dogs_001', summary: '• Rex is three' }]),
    )
    expect(await screen.findByRole('button', { name: 'Versions 3' })).toBeTruthy()
    expect(useToasts.getState().items[0]?.text).toMatch(/^The version of .* is back\.$/)
  })

  it('of a day of filed-away one-offs is read only: it lists what lies in it', async () => {
    open('misc_conversations_2026_01_05')
    expect(await screen.findByText('Rex is four')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Make anew' })).toBeNull()
  })
})
