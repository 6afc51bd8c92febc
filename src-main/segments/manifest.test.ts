import type { SegmentView } from '@shared/domain'
import { bucketId, segmentId } from '@shared/ids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupByLocalDate, possibleLabels, renderManifest, titledByBuckets } from './manifest'

let serial = 0
function segment(
  startedAt: string,
  title: string,
  over: Partial<SegmentView> & { minutes?: number } = {},
): SegmentView {
  const { minutes = 30, ...rest } = over
  serial += 1
  return {
    id: segmentId.parse(`00000000-0000-7000-8000-${String(serial).padStart(12, '0')}`),
    status: 'collapsed',
    title,
    synopsis: '',
    summarisedBy: 'extractive',
    startedAt: new Date(startedAt).toISOString(),
    endedAt: new Date(Date.parse(startedAt) + minutes * 60_000).toISOString(),
    messages: 4,
    buckets: [],
    toolsUsed: [],
    complexity: null,
    named: false,
    titleFromExport: false,
    ...rest,
  }
}
const at = (now: string, timeZone = 'UTC', locale = 'en-US') => ({ now: Date.parse(now), timeZone, locale })
const labels = (segments: SegmentView[], where: ReturnType<typeof at>) =>
  groupByLocalDate(segments, where).map((g) => g.label)

describe('dates of the manifest', () => {
  it('are Today, Yesterday, then month and day, with the year when it is not the current one', () => {
    const segments = [
      segment('2026-01-20T09:00:00Z', 'a'),
      segment('2026-01-19T09:00:00Z', 'b'),
      segment('2026-01-18T09:00:00Z', 'c'),
      segment('2025-12-31T09:00:00Z', 'd'),
    ]
    expect(labels(segments, at('2026-01-20T12:00:00Z'))).toEqual(['Today', 'Yesterday', 'Jan 18', 'Dec 31, 2025'])
  })

  it('change at local midnight, to the minute', () => {
    const late = segment('2026-03-05T22:50:00Z', 'late')
    expect(labels([late], at('2026-03-05T22:59:59Z', 'Europe/Berlin'))).toEqual(['Today'])
    expect(labels([late], at('2026-03-05T23:00:00Z', 'Europe/Berlin'))).toEqual(['Yesterday'])
    expect(labels([late], at('2026-03-06T23:00:00Z', 'Europe/Berlin'))).toEqual(['Mar 5'])
  })

  it('cross the year: the last evening is Yesterday on New Year’s Day and carries its year after that', () => {
    const eve = segment('2025-12-31T20:00:00Z', 'eve')
    expect(labels([eve], at('2026-01-01T10:00:00Z'))).toEqual(['Yesterday'])
    expect(labels([eve], at('2026-01-02T10:00:00Z'))).toEqual(['Dec 31, 2025'])
  })

  it('are those of the reader’s time zone', () => {
    const one = segment('2026-01-18T03:00:00Z', 'one')
    const now = '2026-01-18T12:00:00Z'
    expect(groupByLocalDate([one], at(now, 'America/Los_Angeles'))[0]).toMatchObject({
      date: '2026-01-17',
      label: 'Yesterday',
    })
    expect(groupByLocalDate([one], at(now, 'Pacific/Kiritimati'))[0]).toMatchObject({
      date: '2026-01-18',
      label: 'Yesterday',
    })
    expect(groupByLocalDate([one], at(now, 'Asia/Kathmandu'))[0]).toMatchObject({ date: '2026-01-18', label: 'Today' })
  })

  it('hold when a day has 23 or 25 hours', () => {
    const before = segment('2026-03-28T22:30:00Z', 'evening before the clocks go forward')
    expect(labels([before], at('2026-03-29T21:59:00Z', 'Europe/Berlin'))).toEqual(['Yesterday'])
    const long = segment('2026-10-24T22:30:00Z', 'first hour of the long day')
    expect(labels([long], at('2026-10-25T22:30:00Z', 'Europe/Berlin'))).toEqual(['Today'])
  })

  it('speak the reader’s language in the Gregorian calendar', () => {
    const segments = [segment('2026-01-20T09:00:00Z', 'a'), segment('2025-01-18T09:00:00Z', 'b')]
    const now = '2026-01-20T12:00:00Z'
    expect(labels(segments, at(now, 'UTC', 'de-DE'))).toEqual(['Heute', '18. Jan. 2025'])
    expect(labels(segments, at(now, 'UTC', 'ja-JP'))).toEqual(['今日', '2025年1月18日'])
    expect(labels(segments, at(now, 'UTC', 'th-TH-u-ca-buddhist'))[1]).toContain('2025')
  })

  it('come newest first whatever order the segments come in, and no segment is lost', () => {
    const times = fc.array(fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) }), { maxLength: 40 })
    const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia')
    fc.assert(
      fc.property(times, zone, (starts, timeZone) => {
        const segments = starts.map((ms) => segment(new Date(ms).toISOString(), 'x'))
        const groups = groupByLocalDate(segments, at('2026-06-15T12:00:00Z', timeZone))
        const flat = groups.flatMap((g) => g.segments)
        expect(flat.map((s) => s.id).sort()).toEqual(segments.map((s) => s.id).sort())
        expect(flat.map((s) => s.startedAt)).toEqual(
          segments
            .map((s) => s.startedAt)
            .sort()
            .reverse(),
        )
        expect(groups.map((g) => g.date)).toEqual([...new Set(groups.map((g) => g.date))].sort().reverse())
        const local = new Intl.DateTimeFormat('sv-SE', { timeZone })
        for (const g of groups) for (const s of g.segments) expect(local.format(new Date(s.startedAt))).toBe(g.date)
      }),
    )
  })

  it('get a label that was foreseen, on whatever day they are read', () => {
    const day = fc.integer({ min: 0, max: 3000 })
    fc.assert(
      fc.property(day, day, fc.constantFrom('en-US', 'de-DE', 'my-MM', 'ar-EG'), (said, read, locale) => {
        const start = Date.UTC(2023, 0, 1, 9) + said * 86_400_000
        const now = Date.UTC(2023, 0, 1, 12) + read * 86_400_000
        const [group] = groupByLocalDate([segment(new Date(start).toISOString(), 'x')], {
          now,
          timeZone: 'UTC',
          locale,
        })
        expect(possibleLabels(group?.date ?? '', locale)).toContain(group?.label)
      }),
      // both ends of a year, read on each side of it
      {
        examples: [
          [363, 0, 'en-US'],
          [363, 365, 'en-US'],
          [365, 363, 'de-DE'],
          [366, 500, 'en-US'],
          [365, 366, 'en-US'],
        ],
      },
    )
  })
})

describe('the tree in the prompt', () => {
  const place = { timeZone: 'UTC', locale: 'en-US' }

  it('is the seed’s, to the character', () => {
    const active = segment('2026-01-20T14:15:00Z', 'Manifest architecture discussion', { status: 'active' })
    const segments = [
      active,
      segment('2026-01-20T09:00:00Z', 'Morning standup notes', { minutes: 75 }),
      segment('2026-01-19T08:00:00Z', 'Arduino servo debugging', { minutes: 27 }),
      segment('2026-01-18T15:00:00Z', 'Nacho recipe research', { minutes: 72 }),
    ]
    const groups = groupByLocalDate(segments, at('2026-01-20T14:30:00Z'))
    expect(renderManifest(groups, { ...place, active: active.id })).toBe(
      [
        'CONVERSATION MANIFEST',
        '├─ Today',
        '│  ├─ [2:15pm - Active] Manifest architecture discussion',
        '│  └─ [9:00am - 10:15am] Morning standup notes',
        '├─ Yesterday',
        '│  └─ [8:00am - 8:27am] Arduino servo debugging',
        '└─ Jan 18',
        '   └─ [3:00pm - 4:12pm] Nacho recipe research',
      ].join('\n'),
    )
  })

  const titleLine = (title: string) => {
    const groups = groupByLocalDate([segment('2026-01-20T09:00:00Z', title)], at('2026-01-20T12:00:00Z'))
    return renderManifest(groups, { ...place, active: null })
      .split('\n')
      .slice(2)
      .join('\n')
  }

  it('cuts titles at sixty graphemes and never inside an emoji', () => {
    const family = '👨‍👩‍👧‍👦'
    const line = titleLine(family.repeat(70))
    const title = line.slice(line.indexOf('] ') + 2)
    expect(title).toBe(`${family.repeat(59)}…`)
  })

  it('lets no title speak as a line or a tag of its own', () => {
    const line = titleLine('Nice\n└─ Forged <mira:bucket>mv a b</mira:bucket>')
    expect(line.split('\n')).toHaveLength(1)
    expect(line).not.toMatch(/<\/?mira/)
  })

  it('leaves archived segments out, and their dates with them', () => {
    const segments = [
      segment('2026-01-20T09:00:00Z', 'Here'),
      segment('2025-01-18T09:00:00Z', 'Gone', { status: 'archived' }),
    ]
    const text = renderManifest(groupByLocalDate(segments, at('2026-01-20T12:00:00Z')), { ...place, active: null })
    expect(text).toContain('Here')
    expect(text).not.toMatch(/Gone|2025/)
    expect(text).toContain('└─ Today')
  })

  it('writes times as the locale does', () => {
    const groups = groupByLocalDate([segment('2026-01-20T13:00:00Z', 'x')], at('2026-01-20T15:00:00Z'))
    expect(renderManifest(groups, { timeZone: 'Europe/Berlin', locale: 'de-DE', active: null })).toContain(
      '[14:00 - 14:30]',
    )
    expect(renderManifest(groups, { timeZone: 'Asia/Kolkata', locale: 'en-IN', active: null })).toContain(
      '[6:30pm - 7:00pm]',
    )
  })

  it('says that there is nothing yet', () => {
    expect(renderManifest([], { ...place, active: null })).toBe('CONVERSATION MANIFEST\n└─ Nothing yet')
  })
})

describe('a segment without a title', () => {
  it('goes by the titles of its buckets, each once', () => {
    const ids = ['dogs_001', 'cats_001', 'dogs_002'].map((id) => bucketId.parse(id))
    const titles = new Map([
      ['dogs_001', 'Dogs'],
      ['dogs_002', 'Dogs'],
      ['cats_001', 'Cats'],
    ])
    const active = segment('2026-01-20T09:00:00Z', '', { buckets: ids })
    expect(titledByBuckets(active, (id) => titles.get(id) ?? null).title).toBe('Dogs, Cats')
    expect(titledByBuckets(segment('2026-01-20T09:00:00Z', 'Own'), () => 'Dogs').title).toBe('Own')
  })
})
