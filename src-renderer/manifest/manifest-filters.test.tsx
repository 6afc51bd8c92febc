import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { fakeMain } from '../testing/fake-bridge'
import { show } from '../testing/render'
import { aBucket, aBucketId } from '../testing/samples'
import { isNarrowed, ManifestFilters, NO_FILTER, queryOf } from './manifest-filters'

function Filters({ onQuery }: { onQuery: (query: ReturnType<typeof queryOf>) => void }) {
  const [filter, setFilter] = useState(NO_FILTER)
  onQuery(queryOf(filter, 400))
  return <ManifestFilters filter={filter} onFilter={setFilter} />
}

describe('what narrows the manifest', () => {
  it('is asked of main as text, bucket and local days, and nothing where nothing was chosen', () => {
    expect(queryOf(NO_FILTER, 30)).toEqual({ depth: 30 })
    expect(isNarrowed(NO_FILTER)).toBe(false)
    const filter = { text: ' bread ', bucket: aBucketId('bread_001'), from: '2026-01-18', to: '' }
    expect(queryOf(filter, 30)).toEqual({ depth: 30, filter: 'bread', bucketId: 'bread_001', from: '2026-01-18' })
    expect(isNarrowed({ ...NO_FILTER, to: '2026-01-18' })).toBe(true)
  })

  it('means the same stretch when the days are the wrong way round', () => {
    const days = { from: '2026-02-01', to: '2026-01-01' }
    expect(queryOf({ ...NO_FILTER, ...days }, 30)).toEqual({ depth: 30, from: '2026-01-01', to: '2026-02-01' })
  })

  it('is typed and picked, stands below the field, and is taken away there', async () => {
    fakeMain({ 'buckets.list': () => [aBucket('bread_001', { title: 'Bread' })], 'buckets.redirects': () => [] })
    const asked: ReturnType<typeof queryOf>[] = []
    show(<Filters onQuery={(query) => asked.push(query)} />)
    await userEvent.type(screen.getByRole('searchbox', { name: 'Filter segments' }), 'rye')
    await userEvent.click(screen.getByRole('button', { name: 'Only of one bucket' }))
    await userEvent.click(await screen.findByRole('option', { name: /^Bread/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Only of some days' }))
    fireEvent.change(await screen.findByLabelText('From'), { target: { value: '2026-01-18' } })
    expect(asked.at(-1)).toEqual({ depth: 400, filter: 'rye', bucketId: 'bread_001', from: '2026-01-18' })
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await screen.findByRole('button', { name: 'Every bucket' }))
    expect(asked.at(-1)).toEqual({ depth: 400, filter: 'rye', from: '2026-01-18' })
  })
})
