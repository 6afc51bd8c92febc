import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { advance } from '../snapshot'
import { id, type Sketch, snapshotOf } from '../testing/samples'
import type { JanitorPorts, JanitorSnapshot } from '../types'
import { judgedWith } from './likeness'
import { planRetitling } from './retitle'

const breathe = () => Promise.resolve()
/** Names a bucket by its id, and tells it from namesakes by one more word. */
const byId: NonNullable<JanitorPorts['betterTitle']> = async (bucket, taken) => {
  const plain = `about ${bucket}`
  return taken.has(plain) ? { title: `${plain} again`, because: 'same_name' } : { title: plain, because: 'better' }
}
const never: NonNullable<JanitorPorts['betterTitle']> = async () => null
const renamed = async (snapshot: JanitorSnapshot, better = byId) =>
  (await planRetitling(snapshot, better, breathe)).map((act) => `${act.buckets[0]}: ${act.writes[0]?.after}`)
/** Everything was judged before and nothing was said since. */
const judged = (sketches: readonly Sketch[], over: Partial<JanitorSnapshot> = {}) => {
  const snapshot = snapshotOf(sketches, over)
  return { ...snapshot, judged: { with: judgedWith(snapshot), seq: 100 } }
}

describe('retitling', () => {
  it('gives a bucket in which something new was said a better title, by a receipt that can be undone', async () => {
    const [act] = await planRetitling(
      snapshotOf([{ id: 'mood_001', title: 'Mood' }], { judged: { seq: 0, with: '' } }),
      byId,
      breathe,
    )
    expect(act).toMatchObject({
      kind: 'rename',
      sentence: 'Renamed “Mood” to “about mood_001”: it says better what is talked about there.',
    })
    expect(act?.writes).toEqual([{ entity: 'bucket', entityId: 'mood_001', field: 'title', after: 'about mood_001' }])
  })

  it('looks at nothing in which nothing new was said, so a second pass finds nothing', async () => {
    expect(await renamed(judged([{ id: 'mood_001' }, { id: 'rye_001' }]))).toEqual([])
  })

  it('tells namesakes apart: the stronger one keeps its title, whatever its capitals', async () => {
    const snapshot = judged([
      { id: 'a_001', title: 'Dentist', messages: 20 },
      { id: 'b_001', title: 'dentist', messages: 7 },
    ])
    expect(await renamed(snapshot)).toEqual(['b_001: about b_001'])
  })

  it('leaves what a person named, pinned or took back, and gives way to it', async () => {
    const snapshot = snapshotOf(
      [
        { id: 'own_001', title: 'Dentist', shapedBy: 'person', messages: 1 },
        { id: 'pinned_001', pinned: true },
        { id: 'back_001', title: 'Kiln' },
        { id: 'b_001', title: 'Dentist', messages: 30 },
      ],
      { judged: { seq: 0, with: '' }, takenBack: new Map([[id('back_001'), [{ kind: 'rename', at: 0 }]]]) },
    )
    expect(await renamed(snapshot)).toEqual(['b_001: about b_001'])
  })

  it('renames nothing without a clearly better title', async () => {
    expect(await renamed(snapshotOf([{ id: 'mood_001' }], { judged: { seq: 0, with: '' } }), never)).toEqual([])
  })

  it('leaves no two living buckets of the same name, and nothing for a second pass', async () => {
    const sketch = fc.record({
      title: fc.constantFrom('Kiln', 'kiln', 'Rye', 'About a'),
      messages: fc.integer({ min: 1, max: 30 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(sketch, { maxLength: 12 }), async (sketches) => {
        const snapshot = judged(sketches.map((s, i) => ({ ...s, id: `b_${String(i).padStart(3, '0')}` })))
        const after = advance(snapshot, await planRetitling(snapshot, byId, breathe))
        const titles = [...after.buckets.values()].map((b) => b.title.toLowerCase())
        expect(new Set(titles).size).toBe(titles.length)
        expect(await renamed(after)).toEqual([])
      }),
    )
  })
})
