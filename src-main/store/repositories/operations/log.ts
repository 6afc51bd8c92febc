/** The entries of the operation log, and the buckets that come into being with them. */

import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../database'
import { bucketOperations, buckets, janitorActions } from '../../schema'
import type { NewBucket, NewOperation, RegisterWrite } from '../../types'
import { me } from '../profile'

/** Logs operations, and those of the janitor's passes beside it. Answers their rows in the same order, which is that of their `seq`. */
export async function logOperations(
  db: Database,
  list: readonly NewOperation[],
): Promise<(typeof bucketOperations.$inferSelect)[]> {
  const rows = await db
    .insert(bucketOperations)
    .values(
      list.map((operation) => ({
        userId: me,
        id: operation.id,
        ts: new Date(operation.ts),
        kind: operation.kind,
        actor: operation.actor,
        sentence: operation.sentence,
        buckets: operation.buckets,
        similarity: operation.similarity ?? null,
        passId: operation.passId ?? null,
      })),
    )
    .returning()
  const acts = rows.flatMap(({ id, actor, passId, kind, sentence, ts }) =>
    passId === null || actor !== 'janitor'
      ? []
      : [{ userId: me, id: uuidv7(), passId, operationId: id, kind, justification: sentence, ts }],
  )
  if (acts.length > 0) await db.insert(janitorActions).values(acts)
  return rows
}

/** They begin as void: what makes them living is a register of the operation. */
export async function createBuckets(db: Database, list: readonly NewBucket[]): Promise<void> {
  if (list.length === 0) return
  await db
    .insert(buckets)
    .values(
      list.map((b) => ({
        userId: me,
        id: b.id,
        title: b.title,
        description: b.description,
        ownStatus: 'void' as const,
        status: 'void' as const,
        shapedBy: b.shapedBy,
        createdAt: new Date(b.at),
        lastUpdated: new Date(b.at),
      })),
    )
    .onConflictDoNothing()
}

/** The registers that make what an operation creates living. */
export const birthsOf = (operation: NewOperation): RegisterWrite[] => [
  ...operation.creates.map(
    (b): RegisterWrite => ({ entity: 'bucket', entityId: b.id, field: 'own_status', after: b.status }),
  ),
  ...(operation.createsMemories ?? []).map(
    (m): RegisterWrite => ({ entity: 'memory', entityId: m.id, field: 'own_state', after: 'live' }),
  ),
]
