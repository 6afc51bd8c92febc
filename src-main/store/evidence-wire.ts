/**
 * How evidence travels from the store's thread to the main one. It is some fourteen hundred rows, most of them neighbours of which a
 * few numbers are known: copied as objects, each with its lists, it took longer than finding it. As columns it is copied in one go.
 */
import type { MessageId, SegmentId } from '@shared/ids'
import type { Evidence, EvidenceRow } from './repositories/search/search'

/** Rows as columns; what only candidates have is kept for these alone. */
class PackedEvidence {
  readonly is = 'packed evidence'
  readonly numbers: Float64Array
  readonly lengths: Uint32Array
  /** Places in `segmentIds`; -1: in no segment. */
  readonly segments: Int32Array
  readonly segmentIds: SegmentId[]
  /** NaN: not known. */
  readonly likeness: Float64Array
  /** Words of all rows one after another, and where each row's end. */
  readonly held: Uint16Array
  readonly heldEnds: Uint32Array
  readonly candidates: (Pick<EvidenceRow, 'author' | 'at' | 'bySomebody' | 'talkHolds'> & {
    row: number
    messageId: MessageId
  })[] = []

  constructor(
    readonly rest: Omit<Evidence, 'rows'>,
    rows: readonly EvidenceRow[],
  ) {
    this.numbers = Float64Array.from(rows, (row) => row.number)
    this.lengths = Uint32Array.from(rows, (row) => row.length)
    this.likeness = Float64Array.from(rows, (row) => row.likeness ?? Number.NaN)
    this.held = Uint16Array.from(rows.flatMap((row) => row.holds))
    let end = 0
    this.heldEnds = Uint32Array.from(rows, (row) => {
      end += row.holds.length
      return end
    })
    const places = new Map<SegmentId, number>()
    this.segments = Int32Array.from(rows, ({ segmentId }) => {
      if (segmentId === null) return -1
      const place = places.get(segmentId) ?? places.size
      places.set(segmentId, place)
      return place
    })
    this.segmentIds = [...places.keys()]
    for (const [row, { messageId, author, at, bySomebody, talkHolds }] of rows.entries())
      if (messageId !== null) this.candidates.push({ row, messageId, author, at, bySomebody, talkHolds })
  }
}

type Packed = Pick<PackedEvidence, keyof PackedEvidence>

const packed = ({ rows, ...rest }: Evidence): Packed => ({ ...new PackedEvidence(rest, rows) })

function unpacked({
  rest,
  numbers,
  lengths,
  segments,
  segmentIds,
  likeness,
  held,
  heldEnds,
  candidates,
}: Packed): Evidence {
  const rows = Array.from(numbers, (number, i): EvidenceRow => {
    const like = likeness[i] ?? Number.NaN
    return {
      number,
      messageId: null,
      segmentId: segmentIds[segments[i] ?? -1] ?? null,
      bySomebody: false,
      author: '',
      at: null,
      length: lengths[i] ?? 0,
      holds: Array.from(held.subarray(heldEnds[i - 1] ?? 0, heldEnds[i])),
      talkHolds: [],
      likeness: Number.isNaN(like) ? null : like,
    }
  })
  for (const { row, ...known } of candidates) Object.assign(rows[row] ?? {}, known)
  return { ...rest, rows }
}

const isEvidence = (data: unknown): data is Evidence =>
  typeof data === 'object' && data !== null && 'rows' in data && 'wanted' in data

const isPacked = (data: unknown): data is Packed =>
  typeof data === 'object' && data !== null && 'is' in data && data.is === 'packed evidence'

/** What a method of the store answered, as it is handed over. */
export function handedOver(repository: string, method: string, data: unknown): unknown {
  if (repository !== 'search' || typeof data !== 'object' || data === null) return data
  if (method === 'evidence' && isEvidence(data)) return packed(data)
  if (method === 'recallEvidence' && 'messages' in data && 'memories' in data) {
    const { messages, memories } = data
    if (isEvidence(messages) && isEvidence(memories)) return { messages: packed(messages), memories: packed(memories) }
  }
  return data
}

/** The same as it was answered. */
export function takenOver(data: unknown): unknown {
  if (isPacked(data)) return unpacked(data)
  if (typeof data !== 'object' || data === null || !('messages' in data && 'memories' in data)) return data
  const { messages, memories } = data
  return isPacked(messages) && isPacked(memories)
    ? { messages: unpacked(messages), memories: unpacked(memories) }
    : data
}
