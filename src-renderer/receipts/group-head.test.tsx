import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fakeMain } from '../testing/fake-bridge'
import { show } from '../testing/render'
import { aReceipt, inUtc } from '../testing/samples'
import { FilterBar } from './filter-bar'
import { GroupHead } from './group-head'
import type { ReceiptGroup } from './groups'

const group = (change: Partial<ReceiptGroup>): ReceiptGroup => ({
  ...{ key: 'k', by: 'you', passId: null, date: '2026-11-27', receipts: [aReceipt(1, { kind: 'pin' })], isWhole: true },
  ...change,
})
const head = (of: ReceiptGroup, isOpen = true) => {
  fakeMain(inUtc)
  show(<GroupHead group={of} isOpen={isOpen} first isAll onToggle={() => undefined} />)
}

it('a folded act says what was done, one that is shown does not say it twice', () => {
  head(group({}), false)
  expect(screen.getAllByText(/pinned/i)).toHaveLength(1)
})
it('an act that is shown is not told of above it as well', () => {
  head(group({}))
  expect(screen.queryByText(/pinned/i)).toBeNull()
})

const undone = [aReceipt(2, { undone: true }), aReceipt(1, { undone: true })] as ReceiptGroup['receipts']
const redo = { name: /again/i }
it('a tidying that was taken back can be done again once all of it is known', () => {
  head(group({ by: 'tidying', passId: 'p', receipts: undone }))
  screen.getByRole('button', redo)
})
it('a tidying of which more may lie below is not done again by what is loaded', () => {
  head(group({ by: 'tidying', passId: 'p', receipts: undone, isWhole: false }))
  expect(screen.queryByRole('button', redo)).toBeNull()
})

it('a filter behind the last chip is checked there once it is chosen', async () => {
  const onFilter = vi.fn()
  show(<FilterBar filter="segments" onFilter={onFilter} />)
  await userEvent.click(screen.getByRole('button', { name: /Segments/ }))
  const items = await screen.findAllByRole('menuitemradio')
  expect(items.map((item) => item.getAttribute('aria-checked'))).toEqual(['false', 'true', 'false', 'false'])
  await userEvent.click(items[0] as HTMLElement)
  expect(onFilter).toHaveBeenCalledWith('moved')
})
