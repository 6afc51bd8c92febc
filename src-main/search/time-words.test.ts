import { describe, expect, it } from 'vitest'
import { timesNamed } from './time-words'

/** A Wednesday. */
const now = Date.parse('2026-07-15T12:00:00Z')
const days = (text: string) =>
  timesNamed(text, { now, timeZone: 'UTC' }).map(({ from, to }) =>
    [from, to].map((at) => new Date(at).toISOString().slice(0, 10)).join('/'),
  )

describe('times that a question names', () => {
  it.each([
    ['What did we plan on 3 May 2023?', '2023-05-03/2023-05-04'],
    ['What did she show on October 13, 2023?', '2023-10-13/2023-10-14'],
    ['Was war am 3. Mai?', '2026-05-03/2026-05-04'],
    ['what happened on December 24th', '2025-12-24/2025-12-25'],
    ['the call of 2026-03-09', '2026-03-09/2026-03-10'],
    ['der Termin am 09.03.2026', '2026-03-09/2026-03-10'],
    ['2026年3月9日の会議', '2026-03-09/2026-03-10'],
    ['5月の旅行', '2026-05-01/2026-06-01'],
    ['Which books did I read in March?', '2026-03-01/2026-04-01'],
    ['in March 2024', '2024-03-01/2024-04-01'],
    ['im August', '2025-08-01/2025-09-01'],
    ['в марте', '2026-03-01/2026-04-01'],
    ['en mayo', '2026-05-01/2026-06-01'],
    ['What did I buy in 2023?', '2023-01-01/2024-01-01'],
    ['what did I decide last week', '2026-07-06/2026-07-13'],
    ['was haben wir letzte Woche besprochen', '2026-07-06/2026-07-13'],
    ['la semana pasada', '2026-07-06/2026-07-13'],
    ['la semaine dernière', '2026-07-06/2026-07-13'],
    ['la settimana scorsa', '2026-07-06/2026-07-13'],
    ['先週の話', '2026-07-06/2026-07-13'],
    ['last weekend', '2026-07-10/2026-07-13'],
    ['this month', '2026-07-01/2026-08-01'],
    ['last year', '2025-01-01/2026-01-01'],
    ['yesterday', '2026-07-14/2026-07-15'],
    ['vorgestern', '2026-07-13/2026-07-14'],
    ['昨天', '2026-07-14/2026-07-15'],
    ['three days ago', '2026-07-12/2026-07-13'],
    ['vor zwei Wochen', '2026-06-28/2026-07-05'],
    ['hace 3 días', '2026-07-12/2026-07-13'],
    ['3日前', '2026-07-12/2026-07-13'],
    ['two years ago', '2024-01-17/2025-01-12'],
    ['last Friday', '2026-07-10/2026-07-11'],
    ['am Mittwoch', '2026-07-08/2026-07-09'],
  ])('%s', (text, expected) => expect(days(text).join()).toBe(expected))

  it.each([
    'May I use what you may have said?',
    'the march of progress',
    'a set of 2023 items',
    'Version 1.12.3 of the set',
    'What do I like about the sun?',
    'a week in the mountains',
    'on the last page',
    '',
  ])('none in “%s”', (text) => expect(days(text)).toEqual([]))

  it('takes several, each once', () => {
    expect(days('between March 3, 2026 and yesterday')).toEqual(['2026-03-03/2026-03-04', '2026-07-14/2026-07-15'])
  })

  it('begins days where the person is', () => {
    const [span] = timesNamed('yesterday', { now: Date.parse('2026-07-15T23:30:00Z'), timeZone: 'Asia/Tokyo' })
    expect(new Date(span?.from ?? 0).toISOString()).toBe('2026-07-14T15:00:00.000Z')
  })
})
