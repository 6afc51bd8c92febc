import type { ImportResult } from '@shared/contract/transfer'
import { jobId } from '@shared/ids'
import { z } from 'zod'
import type { Clock } from '../runtime/clock'
import type { Store } from '../store/protocol'

const KEY = 'last_import'

/** What stands of an import that the program did not live to end. */
const CUT_OFF =
  'The app ended while this was being imported. What was read is kept and filed. If something is missing, import it again: nothing comes twice.'

const count = z.int().nonnegative()
const summary = z.object({
  read: count,
  beside: count,
  newBeside: count,
  new: count,
  updated: count,
  skipped: count,
  failed: count,
  conversations: count,
  reasons: z.array(z.string()),
  leftOut: z.array(z.object({ what: z.string(), count })),
  programs: z.array(z.string()),
  speakers: z.array(z.string()),
}) satisfies z.ZodType<ImportResult['summary']>
const kept = z
  .object({ jobId, name: z.string(), summary: summary.nullable(), error: z.string().nullable() })
  .nullable()
  .catch(null) satisfies z.ZodType<ImportResult | null>

/**
 * How the import that ended last came out (issue Transfer: "a result that stays"): in the profile's store, so that it is there
 * after a restart, until the person closes it.
 */
export class LastImport {
  constructor(private readonly ports: { store: Store; clock: Clock }) {}

  async get(): Promise<ImportResult | null> {
    return kept.parse(await this.ports.store.preferences.get(KEY))
  }

  /** Takes the place of the one before. Until `ended` is told it reads as one that was cut off, which is what a kill makes of it. */
  begun(import_: Pick<ImportResult, 'jobId' | 'name'>): Promise<void> {
    return this.keep({ ...import_, summary: null, error: CUT_OFF })
  }

  /** Who speaks in the file is not kept: nobody is told of it afterwards. */
  ended(result: ImportResult): Promise<void> {
    return this.keep({ ...result, summary: result.summary && { ...result.summary, speakers: [] } })
  }

  /** The person has read it. */
  close(): Promise<void> {
    return this.keep(null)
  }

  /** Something is erased for good: reasons name titles and files of what was read, so that only the numbers may stay. */
  async forgetWords(): Promise<void> {
    const last = await this.get()
    if (last?.summary) await this.keep({ ...last, summary: { ...last.summary, reasons: [], leftOut: [] } })
  }

  private keep(result: ImportResult | null): Promise<void> {
    const { store, clock } = this.ports
    return store.preferences.set(KEY, result ?? {}, clock.now())
  }
}
