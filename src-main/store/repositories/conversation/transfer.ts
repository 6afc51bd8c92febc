import type { BucketId, MessageId } from '@shared/ids'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { messages } from '../../schema'
import type { StoredMessage } from '../../types'
import { me } from '../profile'
import { toMessage } from '../rows'
import { importSegments } from './importing'
import { shown } from './messages'

/** Reading everything there is, page by page: exports; and writing much at once: imports. */
export const transfer = {
  importSegments,

  /** The next messages after this one (null: from the first), oldest first; of one bucket, if it is named. */
  async page(
    db: Database,
    input: { after: MessageId | null; bucketId?: BucketId; limit: number },
  ): Promise<StoredMessage[]> {
    const after =
      input.after === null
        ? undefined
        : sql`(${messages.ts}, ${messages.id}) > (select ts, id from messages a where a.user_id = ${me} and a.id = ${input.after})`
    const rows = await db
      .select()
      .from(messages)
      .where(and(shown, input.bucketId && eq(messages.bucketId, input.bucketId), after))
      .orderBy(asc(messages.ts), asc(messages.id))
      .limit(input.limit)
    return rows.map(toMessage)
  },
}
