/** The head of an archive: what it is, of which version, and what stands in it (docs/archive.md). */
import { z } from 'zod'

export const ARCHIVE_FORMAT = 'catchment-archive'
export const ARCHIVE_VERSION = 1
export const MANIFEST = 'manifest.json'

export const attachedFile = (name: string): string => `files/${name}`
export const tableFile = (table: string): string => `tables/${table}.jsonl`

export const manifestSchema = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.number().int().positive(),
  createdAt: z.iso.datetime(),
  profile: z.object({ id: z.string(), name: z.string() }),
  /** What made the tables: an archive with one that is not known here comes from a newer version. */
  migrations: z.array(z.string()),
  /** Rows of each table. */
  tables: z.record(z.string().regex(/^[a-z_]{1,63}$/), z.number().int().nonnegative()),
  /** What is attached to messages, as members `files/NAME`, with the bytes of each. */
  files: z
    .record(z.string().regex(/^[0-9a-f]{64}\.(?:view\.)?[a-z]{3,4}$/), z.number().int().nonnegative())
    .default({}),
})
export type ArchiveManifest = z.infer<typeof manifestSchema>
