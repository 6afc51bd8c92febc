import { segmentId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { EventBus } from './bus'

describe('the bus', () => {
  it('tells the window later and never fails the teller', async () => {
    const bus = new EventBus()
    const heard: string[] = []
    bus.on('window', (event) => void heard.push(event.type))
    bus.tell({ type: 'manifest.changed' })
    expect(heard).toEqual([])
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(heard).toEqual(['manifest.changed'])
  })

  it('keeps the order in which things happened', async () => {
    const bus = new EventBus()
    const heard: string[] = []
    bus.on('window', (event) => void (event.type === 'turn.delta' && heard.push(event.text)))
    for (const text of 'abcdef') bus.tell({ type: 'turn.delta', turnId: uuidv7() as never, text })
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(heard.join('')).toBe('abcdef')
  })

  it('lets whoever publishes wait for those who listen', async () => {
    const bus = new EventBus()
    let done = false
    bus.on('segment.timeout', async () => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      done = true
    })
    await bus.emit('segment.timeout', { segmentId: segmentId.parse(uuidv7()) })
    expect(done).toBe(true)
  })
})
