import { describe, expect, it } from 'vitest'
import { cosine } from '../../filing/vectors'
import { MOST_COMPARED, neighbourhood } from './candidates'
import { inventedFigure } from './model'
import { entry, entryId } from './testing/samples'

const at = (degrees: number) =>
  Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180))

describe('what is compared pair by pair', () => {
  it('is everything where that is not too much', async () => {
    const entries = Array.from({ length: MOST_COMPARED }, (_, i) => entry(i + 1, 'x', { vector: at(i) }))
    expect(await neighbourhood(entries, () => false, cosine)).toEqual(entries)
  })

  it('is else the news and what is most like it', async () => {
    const many = Array.from({ length: 2_000 }, (_, i) => entry(i + 1, 'x', { vector: at((i * 180) / 2_000) }))
    const news = entry(5_000, 'new', { vector: at(90) })
    const chosen = await neighbourhood([...many, news], (id) => id === news.id, cosine)
    expect(chosen).toHaveLength(MOST_COMPARED)
    expect(chosen).toContain(news)
    const numbers = chosen.filter((one) => one !== news).map((one) => many.indexOf(one))
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(1_000 - MOST_COMPARED / 2)
    expect(Math.max(...numbers)).toBeLessThanOrEqual(1_000 + MOST_COMPARED / 2)
  })

  it('leaves room for what is like the news where the news alone would fill it', async () => {
    const old = Array.from({ length: 300 }, (_, i) => entry(i + 1, 'old', { vector: at(0) }))
    const news = Array.from({ length: 600 }, (_, i) => entry(i + 1_000, 'new', { vector: at(0) }))
    const isNew = new Set(news.map((one) => one.id))
    const chosen = await neighbourhood([...old, ...news], (id) => isNew.has(id), cosine)
    expect(chosen).toHaveLength(MOST_COMPARED)
    expect(chosen.some((one) => one.id === entryId(1))).toBe(true)
  })
})

describe('a figure that a model made up', () => {
  it.each([
    ['Paid 240 euros on 14 May.', '[2026-05-14] The flight cost 240 euros', null],
    ['Paid 250 euros.', 'The flight cost 240 euros', '250'],
    ['Has 3 sisters.', 'Has three sisters', null],
    ['花了２４０欧元', '花了240欧元', null],
  ])('in “%s” of “%s” is %s', (text, material, figure) => {
    expect(inventedFigure(text, material)).toBe(figure)
  })
})
