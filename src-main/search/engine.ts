import { minus, norm } from '../filing/vectors'
import type { Store } from '../store/protocol'
import type { Evidence } from '../store/repositories/search/search'
import { calibrationOf } from './calibrations'
import { type Scored, type SearchCalibration, scoreEvidence } from './score'
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
): Promise<{ evidence: Evidence; found: Scored[] }> {
  const { mode } = query
  const calibration = (ports.calibration ?? calibrationOf)(query.modelId)
  const asked = mode === 'text' || query.vector === null ? null : query.vector
  const evidence = await ports.store.search.evidence({
    kind,
    terms: mode === 'vector' ? [] : [...query.terms],
    vector:
      asked === null
        ? null
        : {
            modelId: query.modelId,
            query: normalised(minus(asked, calibration.queryCentre)),
            centre: ports.background(),
          },
  })
  const withVector = mode === 'vector' ? calibration.vector : calibration.hybrid
  return {
    evidence,
    found: scoreEvidence(
      evidence,
      query.grammar,
      (row) => (row.likeness === null ? calibration.text : withVector),
      kind === 'message',
    ),
  }
}

function normalised(vector: Float32Array): Float32Array {
  const length = norm(vector)
  return length === 0 ? vector : vector.map((x) => x / length)
}
