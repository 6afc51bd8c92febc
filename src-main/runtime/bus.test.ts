import { segmentId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { EventBus, forwardToWindow } from './bus'
import { createTestBus } from './testing/bus'

const delivered = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('the bus', () => {
  it('tells later and never fails the teller', async () => {
    const bus = createTestBus()
    const heard: string[] = []
    bus.on('manifest.changed', (event) => void heard.push(event.type))
    bus.tell({ type: 'manifest.changed' })
    expect(heard).toEqual([])
    await delivered()
    expect(heard).toEqual(['manifest.changed'])
  })

  it('keeps the order in which things happened, for the window too', async () => {
    const bus = createTestBus()
    const heard: string[] = []
    forwardToWindow(bus, (event) => heard.push(event.type === 'turn.delta' ? event.text : event.type))
    for (const text of 'abc') bus.tell({ type: 'turn.delta', turnId: uuidv7() as never, text })
    bus.tell({ type: 'manifest.changed' })
    for (const text of 'def') bus.tell({ type: 'turn.delta', turnId: uuidv7() as never, text })
    await delivered()
    expect(heard.join(' ')).toBe('a b c manifest.changed d e f')
  })

  it('keeps from the window what only main needs to know', async () => {
    const bus = createTestBus()
    const heard: string[] = []
    forwardToWindow(bus, (event) => heard.push(event.type))
    await bus.emit('segment.timeout', { segmentId: segmentId.parse(uuidv7()) })
    await bus.emit('manifest.updated')
    bus.tell({ type: 'suggestions.changed' })
    await delivered()
    expect(heard).toEqual(['suggestions.changed'])
  })

  it('lets whoever publishes wait for those who listen', async () => {
    const bus = createTestBus()
    let done = false
    bus.on('segment.timeout', async () => {
      await delivered()
      done = true
    })
    await bus.emit('segment.timeout', { segmentId: segmentId.parse(uuidv7()) })
    expect(done).toBe(true)
  })

  it('reports a listener that throws, at once or later, and the others still hear', async () => {
    const faults: unknown[] = []
    const bus = new EventBus((error) => faults.push(error))
    const heard: string[] = []
    bus.on('manifest.changed', () => {
      throw new Error('at once')
    })
    bus.on('suggestions.changed', () => Promise.reject(new Error('later')))
    bus.on('manifest.changed', () => void heard.push('manifest'))
    bus.tell({ type: 'manifest.changed' })
    bus.tell({ type: 'suggestions.changed' })
    await delivered()
    expect(faults).toHaveLength(2)
    expect(heard).toEqual(['manifest'])
  })
})
