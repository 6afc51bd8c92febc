/** Whether a text is made of facts that a rewording would break (dense) or of prose (sparse). */
import type { Density, DensityClassifier } from './types'

/** Code, figures, identifiers, addresses, `key: value`. */
const DENSE =
  /https?:\/\/\S+|\S+@\S+\.\S+|[\w./-]*\d[\w.:,/-]*|\b[a-z]+(?:[A-Z]\w*)+|\b\w+(?:_\w+)+|\b\w+(?:[./]\w+)+|\b[A-Z]{2,}\b|[{}()[\]<>=;|&$#%]+/gu
const FENCED = /^[ \t]{0,3}(?:`{3,}|~{3,})/mu
/** Share of a text's characters, blanks not counted, from which on it is dense. */
const DENSE_SHARE = 0.2
const MAX_READ = 20_000

export function densityOf(text: string): Density {
  const read = text.slice(0, MAX_READ)
  if (FENCED.test(read)) return 'dense'
  const all = read.replace(/\s+/gu, '').length
  const dense = [...read.matchAll(DENSE)].reduce((sum, [piece]) => sum + piece.length, 0)
  return all > 0 && dense / all >= DENSE_SHARE ? 'dense' : 'sparse'
}

/** The product's own classifier; any other may be given to `DensityRoutingOp`. */
export const textDensity: DensityClassifier = { classify: (entry) => densityOf(entry.content) }
