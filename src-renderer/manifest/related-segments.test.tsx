import type { SegmentView } from '@shared/domain'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { useView } from '../app/view'
import { fakeMain } from '../testing/fake-bridge'
import { show } from '../testing/render'
import { aMessage, aMessageId, aSegment, aSegmentId } from '../testing/samples'
import { RelatedSegments } from './related-segments'

let shown: HTMLElement[] = []
beforeEach(() => {
  useView.setState({ jump: null })
  shown = []
})

function open(segment: SegmentView, related: SegmentView[]) {
  const main = fakeMain({
    'segments.related': () => related.map((other) => ({ segment: other, likeness: 0.8 })),
    'segments.messages': () => [aMessage(7), aMessage(8)],
  })
  show(<RelatedSegments segment={segment} open onToggle={() => undefined} onShown={(el) => shown.push(el)} />)
  return main
}

describe('the segments related to one', () => {
  it('are listed under it, and pressing one goes to where it begins', async () => {
    const main = open(aSegment(3), [aSegment(1, { title: 'Rex at the vet' }), aSegment(2)])
    await userEvent.click(await screen.findByRole('button', { name: 'Go to Rex at the vet' }))
    expect(shown.at(-1)?.textContent).toContain('Rex at the vet')
    expect(main.inputsOf('segments.messages')).toEqual([{ segmentId: aSegmentId(1) }])
    await waitFor(() => expect(useView.getState().jump?.messageId).toBe(aMessageId(7)))
  })

  it('may be none', async () => {
    open(aSegment(3), [])
    expect(await screen.findByText('No other segment is about something alike.')).toBeTruthy()
  })

  it('are not asked for while the segment goes on: it has nothing to be compared by', async () => {
    const main = open(aSegment(3, { status: 'active' }), [])
    expect(await screen.findByText('A segment is compared once it is closed.')).toBeTruthy()
    expect(main.inputsOf('segments.related')).toEqual([])
  })
})
