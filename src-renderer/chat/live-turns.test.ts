import { turnId } from '@shared/ids'
import { describe, expect, it } from 'vitest'
import { aMessage, aMessageId } from '../testing/samples'
import { LiveTurns } from './live-turns'

const turn = turnId.parse('00000000-0000-7000-8000-0000000000aa')
const again = turnId.parse('00000000-0000-7000-8000-0000000000bb')
const make = () => new LiveTurns((run) => run())

describe('a reply while it is written', () => {
  it('waits, writes, and is gone once it is stored', () => {
    const turns = make()
    turns.start(turn, aMessageId(1), 'm')
    expect(turns.list()[0]?.phase).toBe('waiting')
    turns.append(turn, 'It is ')
    turns.append(turn, 'hungry.')
    expect(turns.list()[0]?.phase).toBe('writing')
    expect(turns.text(turn)).toBe('It is hungry.')
    turns.finish(turn, aMessageId(1), aMessage(2), null)
    expect(turns.list()).toEqual([])
  })
  it('tells the list nothing while only text arrives', () => {
    const turns = make()
    turns.start(turn, aMessageId(1), 'm')
    turns.append(turn, 'a')
    let listChanges = 0
    let textChanges = 0
    turns.subscribe(() => {
      listChanges += 1
    })
    turns.subscribeText(() => {
      textChanges += 1
    })
    for (const word of ['b', 'c', 'd']) turns.append(turn, word)
    expect(listChanges).toBe(0)
    expect(textChanges).toBe(3)
  })
  it('updates its text at most once per frame', () => {
    const frames: (() => void)[] = []
    const turns = new LiveTurns((run) => frames.push(run))
    turns.start(turn, aMessageId(1), 'm')
    for (const word of ['a', 'b', 'c']) turns.append(turn, word)
    expect(frames).toHaveLength(1)
  })
  it('updates a long text less often, so that drawing it never fills the time', () => {
    const waits: number[] = []
    const turns = new LiveTurns((run, afterMs) => {
      waits.push(afterMs)
      run()
    })
    turns.start(turn, aMessageId(1), 'm')
    turns.append(turn, 'a short beginning')
    turns.append(turn, 'x'.repeat(200_000))
    expect(waits[0]).toBeLessThan(16)
    expect(waits.at(-1)).toBeGreaterThan(150)
  })
  it('shows very much that comes at once part by part, and all of it', () => {
    const frames: (() => void)[] = []
    const turns = new LiveTurns((run) => frames.push(run))
    turns.start(turn, aMessageId(1), 'm')
    const lengths: number[] = []
    turns.append(turn, 'x'.repeat(20_000))
    for (let frame = frames.shift(); frame; frame = frames.shift()) {
      frame()
      lengths.push(turns.text(turn).length)
    }
    expect(lengths).toEqual([4_000, 8_000, 12_000, 16_000, 20_000])
  })
  it('shows its words with the frame that a turn before it had asked for', () => {
    const frames: (() => void)[] = []
    const turns = new LiveTurns((run) => frames.push(run))
    turns.start(turn, aMessageId(1), 'm')
    turns.append(turn, 'x'.repeat(6_000))
    turns.finish(turn, aMessageId(1), aMessage(2), null)
    turns.start(again, aMessageId(3), 'm')
    turns.append(again, 'y'.repeat(6_000))
    expect(frames).toHaveLength(1)
    frames.shift()?.()
    expect(turns.text(again)).toHaveLength(4_000)
    expect(turns.text(turn)).toBe('')
    frames.shift()?.()
    expect(turns.text(again)).toHaveLength(6_000)
    expect(frames).toEqual([])
  })
  it('keeps the key of its row when the stored reply takes its place', () => {
    const turns = make()
    turns.start(turn, aMessageId(1), 'm')
    turns.finish(turn, aMessageId(1), aMessage(2), null)
    expect(turns.keyOf(aMessageId(2))).toBe(turn)
    expect(turns.keyOf(aMessageId(7))).toBe(aMessageId(7))
  })
  it('stays as a failure until it is asked again', () => {
    const turns = make()
    turns.start(turn, aMessageId(1), 'm')
    turns.fail(turn, 'The model stopped.')
    expect(turns.list()[0]).toMatchObject({ phase: 'failed', failure: 'The model stopped.' })
    turns.start(again, aMessageId(1), 'm')
    expect(turns.list().map((live) => live.turnId)).toEqual([again])
  })
  it('shows the reason of a failure that is told after what came of the turn was stored', () => {
    const turns = make()
    turns.start(turn, aMessageId(1), 'm')
    turns.finish(turn, aMessageId(1), null, null)
    turns.fail(turn, 'The model is not there.')
    expect(turns.list()).toMatchObject([{ userMessageId: aMessageId(1), phase: 'failed' }])
    turns.start(again, aMessageId(1), 'm')
    expect(turns.list()).toMatchObject([{ turnId: again, phase: 'waiting' }])
    turns.fail(turn, 'Too late to matter.')
    expect(turns.list()).toHaveLength(1)
  })
  it('shows no half reply in a window that missed its beginning', () => {
    const turns = make()
    turns.append(turn, 'ngry, not dead')
    turns.append(turn, '.')
    expect(turns.list()[0]).toMatchObject({ userMessageId: null, phase: 'writing' })
    expect(turns.text(turn)).toBe('')
  })
})
