import { date, doublePrecision, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { MeasureKind } from '../types'
import { userId } from './columns'

/** How long things took and how often they were asked for, by local day; kept for a year. Holds no text of a person. */
export const measures = pgTable(
  'measures',
  {
    userId: userId(),
    kind: text('kind').$type<MeasureKind>().notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    count: integer('count').notNull(),
    /** Sum of all values: milliseconds, or what is counted. */
    total: doublePrecision('total').notNull(),
    /** The newest value of the day: what a level (active buckets, tokens) stood at. */
    last: doublePrecision('last').notNull(),
    /** How many values fell into each bin (health/bins.ts), for percentiles. */
    bins: integer('bins').array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind, t.day] })],
)
