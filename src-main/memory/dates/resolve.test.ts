import { describe, expect, it } from 'vitest'
import { countsAhead, dueIn } from './resolve'

/** A Monday. */
const MONDAY = { at: Date.parse('2026-11-23T10:00:00Z'), timeZone: 'UTC', region: 'GB' }

describe('the day a sentence names', () => {
  it.each([
    ['Dinner with Ada on Saturday at 7', '2026-11-28 19:00'],
    ['The concert is on Friday at 8', '2026-11-27 20:00'],
    ['My flight is on Friday at 7', '2026-11-27 07:00'],
    ['My appointment is on Wednesday at 10', '2026-11-25 10:00'],
    ['My mother is visiting tomorrow', '2026-11-24'],
    ['Mama heute Nachmittag um 2 Uhr anrufen', '2026-11-23 14:00'],
    ['Kino am Freitagabend um 8', '2026-11-27 20:00'],
    ["I'll be in Rome from Monday to Thursday", '2026-11-26'],
    ['Ich bin vom 3. bis 7. Dezember weg', '2026-12-07'],
    ['The rehearsal is on the 5th of December', '2026-12-05'],
  ])('%s', (text, due) => {
    expect(dueIn(text, MONDAY)).toBe(due)
  })

  it.each([
    'Our team meets every Tuesday at 9:30',
    'My course is on Mondays',
    'Wir haben jeden Dienstag Probe',
    'Ich habe montags Chorprobe',
    'Tengo clase todos los lunes',
    'J’ai cours chaque mardi',
    'Tenho aula às segundas',
    'Ho lezione ogni venerdì',
    'У меня урок каждую среду',
    '毎週月曜日に会議があります',
    '我每周五有会议',
  ])('is none where it comes again and again: %s', (text) => {
    expect(dueIn(text, MONDAY)).toBeNull()
  })

  it('is counted from the day it was said on only where words count', () => {
    expect(['I move out tomorrow', 'I start next Monday', 'Ich ziehe in zwei Wochen um'].map(countsAhead)).toEqual([
      true,
      true,
      true,
    ])
    expect(['I moved out yesterday', 'I run every day', 'I live in Ghent'].map(countsAhead)).toEqual([
      false,
      false,
      false,
    ])
  })
})
