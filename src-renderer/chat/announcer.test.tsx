import { turnId } from '@shared/ids'
import { act, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { show } from '../testing/render'
import { aBucketId, aMessage, aMessageId } from '../testing/samples'
import { Announcer } from './announcer'
import { liveTurns } from './turns'

const turn = turnId.parse('00000000-0000-7000-8000-0000000000aa')
const said = () => screen.getByRole('status').textContent

beforeEach(() => {
  liveTurns.forget()
  show(<Announcer />)
})

describe('what a screen reader is told of a turn', () => {
  it('is that a reply is written, and that it is there', () => {
    act(() => liveTurns.start(turn, aMessageId(1), 'm'))
    expect(said()).toBe('Writing a reply…')
    act(() => liveTurns.finish(turn, aMessageId(1), aMessage(2), null))
    expect(said()).toBe('The reply is there.')
  })
  it('is every sentence once, as soon as it is finished, and the last one with the end', async () => {
    act(() => liveTurns.start(turn, aMessageId(1), 'm'))
    act(() => liveTurns.append(turn, 'Feed it. Wait'))
    await screen.findByText('Feed it.')
    act(() => liveTurns.append(turn, ' an hour. Then'))
    await screen.findByText('Wait an hour.')
    const text = 'Feed it. Wait an hour. Then bake.'
    act(() => liveTurns.finish(turn, aMessageId(1), aMessage(2, { text }), null))
    expect(said()).toBe('Then bake. The reply is there.')
  })
  it('is where it was filed, if nobody replies', () => {
    act(() => liveTurns.start(turn, aMessageId(1), null))
    expect(said()).toBe('')
    const card = { bucketId: aBucketId('a_001'), bucketTitle: 'Ferns', isNewBucket: true, related: [], remembered: [] }
    act(() => liveTurns.finish(turn, aMessageId(1), null, card))
    expect(said()).toBe('Filed under the new bucket Ferns.')
  })
  it('is no reply after a failure, whose own alert speaks', () => {
    act(() => liveTurns.start(turn, aMessageId(1), 'm'))
    act(() => liveTurns.finish(turn, aMessageId(1), aMessage(2, { status: 'interrupted' }), null))
    act(() => liveTurns.fail(turn, 'The model stopped.'))
    expect(said()).toBe('')
  })
})
