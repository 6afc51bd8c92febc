import { mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type Talk, withIdlePauses, withRequestsRelabelled } from './data'
import { fitChoice, fitLogistic } from './logistic'
import { minimise } from './minimise'
import { seeded } from './random'
import { DIMENSIONS, openVectorCache } from './vector-cache'

const folder = mkdtempSync(join(tmpdir(), 'fit-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the fitting tools', () => {
  it('find the minimum of a narrow curved valley', () => {
    const at = minimise(
      (x, gradient) => {
        const [a, b] = [x[0] ?? 0, x[1] ?? 0]
        gradient[0] = -2 * (1 - a) - 400 * a * (b - a * a)
        gradient[1] = 200 * (b - a * a)
        return (1 - a) ** 2 + 100 * (b - a * a) ** 2
      },
      new Float64Array([-1.2, 1]),
    )
    expect(at[0]).toBeCloseTo(1, 3)
    expect(at[1]).toBeCloseTo(1, 3)
  })

  it('recover the weights that made the answers', () => {
    const random = seeded(1)
    const rows = Array.from({ length: 4000 }, () => {
      const x = [1, random() * 4 - 2]
      const p = 1 / (1 + Math.exp(-(0.5 + 2 * (x[1] ?? 0))))
      return { x, y: random() < p ? 1 : 0, weight: 1 }
    })
    const w = fitLogistic(rows, new Float64Array(2))
    expect(w[0]).toBeGreaterThan(0.3)
    expect(w[0]).toBeLessThan(0.7)
    expect(w[1]).toBeGreaterThan(1.7)
    expect(w[1]).toBeLessThan(2.3)
  })

  it('learn which of several options is right', () => {
    const random = seeded(2)
    const rows = Array.from({ length: 300 }, () => {
      const likeness = [random(), random(), random()]
      const best = Math.max(...likeness)
      return { weight: 1, options: likeness.map((x) => ({ x: [x], right: x === best })) }
    })
    expect(fitChoice(rows, new Float64Array([1e-4]))[0]).toBeGreaterThan(5)
  })

  it('compute a vector once, and survive a record that was cut off in the middle', async () => {
    const path = join(folder, 'vectors.bin')
    let asked: string[] = []
    const embed = async (texts: string[]) => {
      asked = [...asked, ...texts]
      return texts.map((text) => new Float32Array(DIMENSIONS).fill(text.length))
    }
    await openVectorCache(path, 'model', embed).vectors(['one', 'three', 'one'])
    expect(asked).toEqual(['one', 'three'])
    truncateSync(path, readFileSync(path).length - 5)
    asked = []
    const again = await openVectorCache(path, 'model', embed).vectors(['one', 'three'])
    expect(asked).toEqual(['three'])
    expect(again.get('one')?.[0]).toBe(3)
    expect(again.get('three')?.[383]).toBe(5)
    expect((await openVectorCache(path, 'other', embed).vectors(['one'])).size).toBe(1)
    expect(asked).toEqual(['three', 'one'])
  })
})

describe('labelled talks', () => {
  const row = (id: string, role: 'user' | 'assistant', topic: string) => ({
    id,
    at: 0,
    role,
    text: id,
    topic,
    oneoff: false,
  })
  const talk: Talk = {
    name: 'talk',
    rows: [
      row('a', 'user', 'flights'),
      row('b', 'assistant', 'hotels'),
      row('c', 'user', 'hotels'),
      row('d', 'user', 'taxis'),
    ],
  }

  it('give a request the topic of the reply it was answered with', () => {
    expect(withRequestsRelabelled(talk).rows.map(({ topic }) => topic)).toEqual(['hotels', 'hotels', 'hotels', 'taxis'])
  })

  it('keep words and order when their pauses are made idle', () => {
    const idle = withIdlePauses(talk, 7)
    expect(idle.rows.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
    const times = idle.rows.map(({ at }) => at)
    expect([...times].sort((a, b) => a - b)).toEqual(times)
    expect(withIdlePauses(talk, 7)).toEqual(idle)
  })
})
