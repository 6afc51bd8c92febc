import { z } from 'zod'
import { bucketId } from '../ids'
import { nothing, request } from './request'

/** Every threshold and period of the seeds with its default; all can be changed in the window. */
export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** A reply that grows longer is ended there and kept. Characters. */
  replyMaxChars: z.number().int().min(1_000).max(2_000_000).default(200_000),
  firstRunDone: z.boolean().default(false),
  chatModel: z.string().default('none'),
  embeddingModel: z.string().default('multilingual-e5-small'),
  recallNotes: z.boolean().default(true),
  segmentTimeoutMinutes: z
    .number()
    .min(1)
    .max(24 * 60)
    .default(60),
  /** Another threshold in the morning (5 to 11) and at night (22 to 5), in local time. Null: the same as ever. */
  segmentMorningMinutes: z
    .number()
    .min(1)
    .max(24 * 60)
    .nullable()
    .default(null),
  segmentNightMinutes: z
    .number()
    .min(1)
    .max(24 * 60)
    .nullable()
    .default(null),
  /** A message that says just this closes the segment it ends (07-settled, Segments). Empty: none does. */
  segmentClosePhrase: z.string().trim().max(80).default(''),
  /** Closed segments nobody's active bucket holds are archived after so many days. */
  archiveSegmentsDays: z.number().int().min(1).max(3650).default(180),
  /** A bucket's summary is brought up to date after so many new messages. */
  summaryNewMessages: z.number().int().min(1).max(100).default(6),
  manifestDepth: z.number().int().min(1).max(200).default(30),
  rawWindowMessages: z.number().int().min(5).max(100).default(15),
  sessionSummaries: z.number().int().min(0).max(10).default(3),
  /** A new bucket that is like another is pointed out to the person at once, as a suggestion. */
  hintSuggestions: z.boolean().default(true),
  /** Experiment: the model is told of it too, for one turn (seed 001, Self-healing assignment). */
  experimentHintsToModel: z.boolean().default(false),
  suggestThreshold: z.number().min(0.5).max(0.99).default(0.85),
  consolidateThreshold: z.number().min(0.5).max(0.999).default(0.9),
  janitorEveryHours: z.number().min(1).max(168).default(6),
  ephemeralHours: z
    .number()
    .min(1)
    .max(24 * 30)
    .default(24),
  /** Experiment: life changes are noticed by a topic's speed, its sub-topics grouped, old rivals archived sooner (seed 001). */
  experimentLifeChange: z.boolean().default(false),
  /** How memories that say much the same become one. `auto`: `llm` with a model that proved it can sum up, else `simple`. */
  memoryStrategy: z.enum(['auto', 'simple', 'dual_mode', 'llm']).default('auto'),
  /** Which memories are put together: all of a category, or within it those about one thing. */
  memoryGroupBy: z.enum(['category', 'category_and_topic']).default('category_and_topic'),
  /** Nothing is learned from talk about these topics, nor from messages in these buckets. */
  neverLearnTopics: z.array(z.string().trim().min(1).max(80)).max(100).default([]),
  neverLearnBuckets: z.array(bucketId).max(1000).default([]),
  /** Authors of imported talks who are not the person: nothing is learned from what they say (07-settled). */
  otherSpeakers: z.array(z.string().max(200)).max(1000).default([]),
  /** Sensitive memories may go to a model that is not on this machine (07-settled, Memory). */
  piiToRemote: z.boolean().default(false),
  /** So many model calls of personal tasks a day while nobody is at the app (02-janitor-memory, Heartbeat). */
  personalTasksPerDay: z.number().int().min(0).max(1000).default(24),
})
export type Settings = z.infer<typeof settingsSchema>
export const defaultSettings: Settings = settingsSchema.parse({})

/** Unlike the schema itself, a patch never fills in defaults for what it does not name. */
const patch = z.object(
  Object.fromEntries(Object.entries(settingsSchema.shape).map(([key, field]) => [key, field.unwrap().optional()])),
) as unknown as z.ZodType<{ [K in keyof Settings]?: Settings[K] | undefined }>

export const settingsRequests = {
  'settings.get': request<Settings>()(nothing),
  'settings.set': request<Settings>()(patch),
}

export type SettingsEvent = { type: 'settings.changed'; settings: Settings }
