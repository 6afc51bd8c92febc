/** The head of an archive: what it is, of which version, and what stands in it (docs/archive.md). */
import { z } from 'zod'

export const ARCHIVE_FORMAT = 'catchment-archive'
export const ARCHIVE_VERSION = 1
export const MANIFEST = 'manifest.json'

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
})
export type ArchiveManifest = z.infer<typeof manifestSchema>
