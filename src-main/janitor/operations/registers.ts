import type { BucketId } from '@shared/ids'
import type { RegisterWrite, StoredBucket } from '../../store/types'
import type { JanitorSnapshot } from '../types'

export const onBucket = (id: BucketId, field: RegisterWrite['field'], after: string): RegisterWrite => ({
  entity: 'bucket',
  entityId: id,
  field,
  after,
})

/** The snapshot's buckets in the order of their ids: no plan may depend on how they came. */
export const byId = (snapshot: JanitorSnapshot): StoredBucket[] =>
  [...snapshot.buckets.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
