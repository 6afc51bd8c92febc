import { describe, expect, it } from 'vitest'
import { age, ago, bytes, dateOf, dayLabel, joined, likeness, listed, longDay, percent, relative } from './format'

describe('days', () => {
  it('belong to the local calendar, not to UTC', () => {
    expect(dateOf('2026-11-27T23:30:00.000Z', 'Europe/Berlin')).toBe('2026-11-28')
    expect(dateOf('2026-11-27T23:30:00.000Z', 'America/New_York')).toBe('2026-11-27')
  })
  it('are called today and yesterday, then by date, and by year once it is another one', () => {
    expect(dayLabel('2026-11-27', '2026-11-27', 'en-US')).toBe('Today')
    expect(dayLabel('2026-11-26', '2026-11-27', 'en-US')).toBe('Yesterday')
    expect(dayLabel('2026-11-24', '2026-11-27', 'en-US')).toBe('Nov 24')
    expect(dayLabel('2025-12-30', '2026-11-27', 'en-US')).toBe('Dec 30, 2025')
    expect(dayLabel('2026-12-31', '2027-01-01', 'en-US')).toBe('Yesterday')
  })
  it('follow the locale', () => {
    expect(dayLabel('2026-11-26', '2026-11-27', 'de')).toBe('Gestern')
    expect(longDay('2026-01-05T10:00:00.000Z', 'UTC', '2026-11-27', 'en-GB')).toBe('5 January')
    expect(longDay('2025-01-05T10:00:00.000Z', 'UTC', '2026-11-27', 'en-GB')).toBe('5 January 2025')
  })
})

describe('spans of time', () => {
  const now = Date.parse('2026-11-27T12:00:00.000Z')
  it('are told from now', () => {
    expect(relative('2026-11-27T10:00:00.000Z', now, 'en')).toBe('2 hours ago')
    expect(relative('2026-11-27T16:00:00.000Z', now, 'en')).toBe('in 4 hours')
    expect(relative('2026-11-27T11:59:40.000Z', now, 'en')).toBe('now')
  })
  it('that are over are never told as to come', () => {
    expect(ago('2026-11-27T12:00:50.000Z', now, 'en')).toBe('now')
    expect(ago('2026-11-27T11:00:00.000Z', now, 'en')).toBe('1 hour ago')
  })
  it('are short at the end of a row, and never negative after a clock was set back', () => {
    expect(age('2026-11-27T10:00:00.000Z', now, 'en')).toBe('2h')
    expect(age('2026-11-27T13:00:00.000Z', now, 'en')).toBe('now')
  })
  it('of months are not taken for minutes', () => {
    expect([age('2026-11-27T11:50:00.000Z', now, 'en'), age('2026-01-20T12:00:00.000Z', now, 'en')]).toEqual([
      '10m',
      '10mths',
    ])
    for (const language of ['en', 'de', 'ja'])
      expect(age('2026-11-27T11:50:00.000Z', now, language)).not.toBe(age('2026-01-20T12:00:00.000Z', now, language))
  })
})

describe('numbers', () => {
  it('read as sizes, shares and likeness', () => {
    expect(bytes(98_362_432, 'en')).toBe('98 MB')
    expect(bytes(1_240_000_000, 'en')).toBe('1.2 GB')
    expect(bytes(0, 'en')).toBe('0 byte')
    expect(percent(0.982, 'en')).toBe('98%')
    expect(likeness(0.9, 'en')).toBe('0.90')
  })
})

describe('several facts', () => {
  it('stand beside one another with the comma of the locale', () => {
    expect(joined(['47 messages', '2 days ago'], 'en')).toBe('47 messages, 2 days ago')
    expect(joined(['47 件', '2 日前'], 'ja')).toBe('47 件、2 日前')
    expect(listed(['2 archiviert', '1 behalten'], 'de')).toBe('2 archiviert und 1 behalten')
  })
})
