import { norm } from '../filing/vectors'
import type { Store } from '../store/protocol'
import type { FoundMessage } from '../store/repositories/search/reading'
import type { Evidence, EvidenceRow } from '../store/repositories/search/search'
import { calibrationOf } from './calibrations'
import { rescore, type Scored, type SearchCalibration, scoreEvidence } from './score'
import type { Query } from './types'

export interface EnginePorts {
  store: Pick<Store, 'search'>
  /** Mean of the person's texts, subtracted before anything is compared (01-domain, Similarity). */
  background(): Float32Array
  /** For fitting: other numbers than those that are shipped. */
  calibration?(modelId: string): SearchCalibration
}

/** Finds and scores what may answer `query`: shared by search, recall and the benchmarks. */
export async function findScored(
  ports: EnginePorts,
  query: Query,
  kind: 'message' | 'segment' | 'memory',
  /** Where it was asked for already, together with others. */
  given?: Evidence,
  /** The messages that were read are wanted themselves. */
  whole = false,
): Promise<{ evidence: Evidence; found: Scored[]; messages: FoundMessage[] }> {
  const { mode } = query
  const calibration = (ports.calibration ?? calibrationOf)(query.modelId)
  const vector = askedVector(ports, query)
  const evidence =
    given ??
    (await ports.store.search.evidence({
      kind,
      terms: mode === 'vector' ? [] : [...query.terms],
      vector,
      filter: query.filter ?? null,
      times: query.times ?? [],
    }))
  const weights = kind === 'message' ? calibration : calibration.short
  const withVector = mode === 'vector' ? weights.vector : weights.hybrid
  const weightsFor = (row: EvidenceRow) => (row.likeness === null ? weights.text : withVector)
  const found = scoreEvidence(evidence, query.grammar, weightsFor, {
    neighbours: kind === 'message',
    times: query.times ?? [],
  })
  if (kind !== 'message') return { evidence, found, messages: [] }
  const read = await ports.store.search.readMessages({
    numbers: found.slice(0, READ).map((f) => f.row.number),
    forms: evidence.wanted.map((w) => w.forms),
    vector,
    whole,
  })
  return {
    evidence,
    found: rescore(found, read, evidence, query.grammar, weightsFor),
    messages: read.flatMap(({ message }) => message ?? []),
  }
}

/** The query's vector as the store compares it; null where it goes by words alone. */
export function askedVector(ports: Pick<EnginePorts, 'background' | 'calibration'>, query: Query) {
  if (query.mode === 'text' || query.vector === null) return null
  const { queryCentre } = (ports.calibration ?? calibrationOf)(query.modelId)
  const centre = ports.background()
  return { modelId: query.modelId, query: centred(query.vector, centre, queryCentre), centre }
}

/** Candidates that are read for their passages. */
const READ = 40

/**
 * The query without what all questions have in common, and without what the person's texts have: midway between both, because
 * the one is best for talk among people and the other for chats with an assistant (docs/search.md).
 */
function centred(query: Float32Array, background: Float32Array, questions: Float32Array): Float32Array {
  const out = query.map((x, i) => x - ((background[i] ?? 0) + (questions[i] ?? 0)) / 2)
  const length = norm(out)
  return length === 0 ? out : out.map((x) => x / length)
}
