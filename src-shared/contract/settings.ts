import { z } from 'zod'
import { bucketId } from '../ids'
import { nothing, request } from './request'

/** Every threshold and period of the seeds with its default; all can be changed in the window. */
export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** The window's words, dates and numbers; `system` is English where there is no catalogue for its language. */
  language: z.enum(['system', 'en', 'de', 'ja']).default('system'),
  textSize: z.enum(['small', 'normal', 'large', 'larger']).default('normal'),
  /** Closer lines and smaller gaps. */
  compact: z.boolean().default(false),
  /** A sign in the system's tray, and whether closing the window only hides it there. */
  tray: z.boolean().default(false),
  closeToTray: z.boolean().default(false),
  /** A notification of the system when a long reply or a long job ends while nobody looks at the window. */
  notifyWhenAway: z.boolean().default(true),
  /** The key that opens a small window for jotting something down, from anywhere. Empty: none. As Electron writes keys. */
  jotShortcut: z.string().trim().max(60).default('CommandOrControl+Alt+J'),
  /** The time stands beside each message, not only when it is pointed at. */
  showTimes: z.boolean().default(false),
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
  /** How much of each tier a session begins with (01-domain, Context restoration). */
  starredBuckets: z.number().int().min(0).max(20).default(3),
  availableBuckets: z.number().int().min(0).max(50).default(5),
  /** What a session begins with is chosen by these points (seed 001, Context loading priority; 07-settled, Same footprint). */
  priorityStarred: z.number().min(0).max(100).default(30),
  priorityReturns: z.number().min(0).max(100).default(20),
  priorityRecent: z.number().min(0).max(100).default(20),
  priorityLifeChange: z.number().min(0).max(100).default(25),
  /** Among how many of the newest messages a model may mark a topic boundary in hindsight (seed 001). */
  markerWindowMessages: z.number().int().min(1).max(200).default(25),
  /** Titles in the prompt's manifest are cut there (seed 003: never longer than 60). Graphemes. */
  manifestTitleLength: z.number().int().min(20).max(60).default(60),
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
  /** A one-off with more messages than this becomes a bucket (01-domain, Lifecycle). */
  promoteAboveMessages: z.number().int().min(1).max(1000).default(5),
  /** Stale: an active bucket with fewer messages than this, untouched for longer than so many days, is archived. */
  archiveStaleDays: z.number().int().min(1).max(3650).default(30),
  archiveStaleBelowMessages: z.number().int().min(1).max(1000).default(3),
  /** Low return: untouched for longer than so many days, and returned to less often a week than this, it is archived. */
  archiveLowReturnDays: z.number().int().min(1).max(3650).default(90),
  archiveLowReturnPerWeek: z.number().min(0).max(7).default(0.1),
  /** A topic of the last seven days with more messages a day than this gets high priority. */
  boostAbovePerDay: z.number().min(1).max(1000).default(10),
  /** Experiment: life changes are noticed by a topic's speed, its sub-topics grouped, old rivals archived sooner (seed 001). */
  experimentLifeChange: z.boolean().default(false),
  /** Of that experiment: a topic's speed and its share of a week's talk that make a change of life (02-janitor-memory). */
  lifeChangePerDay: z.number().min(1).max(1000).default(15),
  lifeChangeShare: z.number().min(0.05).max(1).default(0.4),
  /** Of that experiment: messages a day from which a one-off becomes a bucket before its time. */
  highGrowthPerDay: z.number().min(1).max(1000).default(8),
  /** Of that experiment: what a change leaves behind is archived after so many days (07-settled, High growth). */
  archiveCompetingDays: z.number().int().min(1).max(3650).default(30),
  /** How memories that say much the same become one. `auto`: `llm` with a model that proved it can sum up, else `simple`. */
  memoryStrategy: z.enum(['auto', 'simple', 'dual_mode', 'llm']).default('auto'),
  /** Which memories are put together: all of a category, or within it those about one thing. */
  memoryGroupBy: z.enum(['category', 'category_and_topic']).default('category_and_topic'),
  /** So many memories about one thing are put together, not fewer (07-settled, Consolidation constants). */
  memoryGroupThreshold: z.number().int().min(2).max(50).default(3),
  /** From this value on a memory is kept as it is, from that one on in short; below it only the search finds it (seed 004). */
  memoryKeepFrom: z.number().min(0.3).max(1).default(0.8),
  memorySummarizeFrom: z.number().min(0).max(0.95).default(0.5),
  /** What each signal counts for a memory's value, and over how many days lately fades (seed 004, Multi-signal value scoring). */
  memoryWeightRetention: z.number().min(0).max(1).default(0.25),
  memoryWeightUniqueness: z.number().min(0).max(1).default(0.2),
  memoryWeightConfidence: z.number().min(0).max(1).default(0.15),
  memoryWeightFrequency: z.number().min(0).max(1).default(0.25),
  memoryWeightRecency: z.number().min(0).max(1).default(0.15),
  memoryRecencyDays: z.number().int().min(1).max(3650).default(30),
  /** What the sections of the memory file may hold, headings included, in tokens; together at most 2,000 (07-settled, Memory). */
  memoryPreferencesTokens: z.number().int().min(50).max(1_500).default(500),
  memoryTasksTokens: z.number().int().min(50).max(1_500).default(800),
  memoryInsightsTokens: z.number().int().min(50).max(1_500).default(500),
  memoryRecentTokens: z.number().int().min(50).max(1_500).default(200),
  /** Days since a memory was last needed up to which it is hot, warm, cold (07-settled, Levels). */
  memoryHotDays: z.number().int().min(1).max(3650).default(7),
  memoryWarmDays: z.number().int().min(1).max(3650).default(30),
  memoryColdDays: z.number().int().min(1).max(3650).default(180),
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

/** What the janitor's plans compare with; a plan is made from these values and nothing else. */
export const JANITOR_THRESHOLDS = [
  'suggestThreshold',
  'consolidateThreshold',
  'ephemeralHours',
  'promoteAboveMessages',
  'archiveStaleDays',
  'archiveStaleBelowMessages',
  'archiveLowReturnDays',
  'archiveLowReturnPerWeek',
  'boostAbovePerDay',
  'lifeChangePerDay',
  'lifeChangeShare',
  'highGrowthPerDay',
  'archiveCompetingDays',
] as const satisfies readonly (keyof Settings)[]
export type JanitorThresholds = Pick<Settings, (typeof JANITOR_THRESHOLDS)[number]>

/** The janitor's part of all settings. */
export const janitorThresholds = (settings: Settings): JanitorThresholds =>
  Object.fromEntries(JANITOR_THRESHOLDS.map((name) => [name, settings[name]])) as JanitorThresholds

/** Unlike the schema itself, a patch never fills in defaults for what it does not name. */
const patch = z.object(
  Object.fromEntries(Object.entries(settingsSchema.shape).map(([key, field]) => [key, field.unwrap().optional()])),
) as unknown as z.ZodType<{ [K in keyof Settings]?: Settings[K] | undefined }>

export const settingsRequests = {
  'settings.get': request<Settings>()(nothing),
  'settings.set': request<Settings>()(patch),
}

export type SettingsEvent = { type: 'settings.changed'; settings: Settings }
