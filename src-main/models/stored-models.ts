import { ABILITIES } from '@shared/contract/models'
import { z } from 'zod'
import { storedModelFile } from './files/model-file'

const endpoint = z.object({
  id: z.string(),
  name: z.string(),
  baseUrl: z.string(),
  model: z.string(),
  /** By the operating system's keyring; null without a key. */
  keyCipher: z.string().nullable(),
  /** Its key lies in the key file: the system had no keyring. */
  keyInFile: z.boolean().default(false),
  contextTokens: z.number().int().positive(),
})
export type StoredEndpoint = z.infer<typeof endpoint>

const abilities = z.object({
  /** Version of the probe that measured; an older one counts as not measured. */
  probeVersion: z.number().int(),
  scores: z.partialRecord(z.enum(ABILITIES), z.number().min(0).max(1)),
  /** How many items each score stands on. */
  counts: z
    .partialRecord(z.enum(ABILITIES), z.object({ right: z.number().int(), asked: z.number().int() }))
    .default({}),
  /** A person's own word. */
  overrides: z.partialRecord(z.enum(ABILITIES), z.boolean()),
})
export type StoredAbilities = z.infer<typeof abilities>

const storedModels = z.object({
  endpoints: z.array(endpoint),
  /** Hosts that are not this machine and that the person confirmed once (03-models). */
  confirmedHosts: z.array(z.string()),
  /** By model: catalog id and revision, or endpoint id. */
  abilities: z.record(z.string(), abilities),
  /** What was sent to servers that are not this machine: by host, when last (ISO 8601) and how often. No text of it. */
  sent: z.record(z.string(), z.object({ lastAt: z.string(), times: z.number().int() })).default({}),
  /** Models in files of the person's own. */
  files: z.array(storedModelFile).default([]),
  /** Bytes of weights a second that a model was seen to read here; null until one answered at length. */
  bytesPerSecond: z.number().positive().nullable().default(null),
})
export type StoredModels = z.infer<typeof storedModels>

/** What was saved, or a beginning. Throws a ZodError for data that is neither: it is not ours to overwrite. */
export function parseStoredModels(data: unknown): StoredModels {
  return data === null
    ? { endpoints: [], confirmedHosts: [], abilities: {}, sent: {}, files: [], bytesPerSecond: null }
    : storedModels.parse(data)
}
