import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeMain } from '../testing/fake-bridge'
import { show } from '../testing/render'
import { aSegment, inUtc } from '../testing/samples'
import { SegmentHeader } from './segment-header'

it('calls a talk that waits by the same words in its tooltip', () => {
  fakeMain(inUtc)
  show(<SegmentHeader segment={aSegment(1, { status: 'active', title: '', waits: true })} />)
  const title = screen.getByRole('heading')
  expect(title.textContent).not.toBe('')
  expect(title.title).toBe(title.textContent)
})
