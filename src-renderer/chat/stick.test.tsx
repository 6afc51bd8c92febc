import { cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isAtEnd, onceStill, useFollowEnd, useStickOnResize } from './stick'

afterEach(cleanup)

let resized: () => void
let pulls: number
const pull = (): void => {
  pulls += 1
}

beforeEach(() => {
  pulls = 0
  window.ResizeObserver = class {
    constructor(callback: ResizeObserverCallback) {
      resized = () => callback([], this)
    }
    observe(): void {
      // the test says when something was resized
    }
    unobserve(): void {
      // as above
    }
    disconnect(): void {
      // as above
    }
  }
})

function Box() {
  const box = useRef<HTMLDivElement>(null)
  useStickOnResize(box, pull)
  return <div ref={box} data-testid="box" />
}

/** A box of 1000 px content; jsdom has no layout, so the numbers are put there. */
function mount(scrollTop: number) {
  const { getByTestId } = render(<Box />)
  const box = getByTestId('box')
  const size = (clientHeight: number): void => {
    Object.defineProperty(box, 'clientHeight', { value: clientHeight, configurable: true })
  }
  Object.defineProperty(box, 'scrollHeight', { value: 1000, configurable: true })
  size(0)
  box.scrollTop = scrollTop
  box.dispatchEvent(new Event('scroll'))
  return { box, size }
}

describe('the end of the conversation', () => {
  it('is in sight within sixty pixels', () => {
    expect(isAtEnd({ scrollHeight: 1000, clientHeight: 400, scrollTop: 600 })).toBe(true)
    expect(isAtEnd({ scrollHeight: 1000, clientHeight: 400, scrollTop: 545 })).toBe(true)
    expect(isAtEnd({ scrollHeight: 1000, clientHeight: 400, scrollTop: 300 })).toBe(false)
  })
  it('stays in sight when the composer takes some of the room', () => {
    const { size } = mount(1000)
    size(350)
    resized()
    expect(pulls).toBe(1)
  })
  it('is not forced on somebody who reads further up', () => {
    const { size } = mount(200)
    size(350)
    resized()
    expect(pulls).toBe(0)
  })
  it('is still meant when the browser scrolls by itself on the way', () => {
    const { box, size } = mount(1000)
    size(350)
    box.scrollTop = 500
    box.dispatchEvent(new Event('scroll'))
    resized()
    expect(pulls).toBe(1)
  })
  it('needs nothing when only the width changed', () => {
    mount(1000)
    resized()
    expect(pulls).toBe(0)
  })
})

function Following({ size }: { size: number }) {
  const box = useRef<HTMLDivElement>(null)
  useFollowEnd(box, { toEnd: pull, size, follows: true, startsAtEnd: true })
  return <div ref={box} data-testid="box" />
}

function follow() {
  const { getByTestId, rerender } = render(<Following size={1000} />)
  const box = getByTestId('box')
  Object.defineProperty(box, 'clientHeight', { value: 400, configurable: true })
  Object.defineProperty(box, 'scrollHeight', { value: 1000, configurable: true })
  const scrollTo = (top: number): void => {
    box.scrollTop = top
    box.dispatchEvent(new Event('scroll'))
  }
  pulls = 0
  return { box, scrollTo, grow: (size: number) => rerender(<Following size={size} />) }
}

describe('a row that is put in above the last one', () => {
  it('leaves the end in sight, whatever the list did to the scroll meanwhile', () => {
    const { grow, scrollTo } = follow()
    grow(1100)
    scrollTo(300)
    grow(1200)
    expect(pulls).toBe(2)
  })
  it('moves nobody who scrolled away by hand, until they come back', () => {
    const { box, grow, scrollTo } = follow()
    box.dispatchEvent(new Event('wheel'))
    scrollTo(200)
    grow(1100)
    expect(pulls).toBe(0)
    scrollTo(600)
    grow(1200)
    expect(pulls).toBe(1)
  })
})

describe('a list that looks for a row', () => {
  const frames: FrameRequestCallback[] = []
  const frame = (): void => {
    for (const each of frames.splice(0)) each(0)
  }
  beforeEach(() => {
    frames.length = 0
    vi.stubGlobal('requestAnimationFrame', (each: FrameRequestCallback) => frames.push(each))
    vi.stubGlobal('cancelAnimationFrame', () => frames.splice(0))
  })
  afterEach(() => vi.unstubAllGlobals())

  it('stands still only once the row is there and has moved no more for some frames', () => {
    let top: number | undefined
    const still = vi.fn()
    onceStill(() => top, still)
    for (let i = 0; i < 20; i += 1) frame()
    for (top = 900; top > 100; top -= 100) frame()
    expect(still).not.toHaveBeenCalled()
    for (let i = 0; i < 6; i += 1) frame()
    expect(still).toHaveBeenCalledTimes(1)
  })
  it('is not waited for once it is gone', () => {
    const still = vi.fn()
    const end = onceStill(() => 0, still)
    end()
    for (let i = 0; i < 9; i += 1) frame()
    expect(still).not.toHaveBeenCalled()
  })
})
