/**
 * Writes the real vectors of the filing tests' sentences, one byte a number.
 *
 *   fit test-vectors --model FOLDER --cache FILE --out src-main/filing/testing
 */
import { join } from 'node:path'
import { encodeVector } from '../../src-main/filing/testing/encoding'
import { SENTENCES } from '../../src-main/filing/testing/sentences'
import { readFitArguments } from './arguments'
import { writeFitted } from './store-fitted'

export async function run(args: string[]): Promise<void> {
  const { cache, out } = readFitArguments(args)
  if (out === undefined) throw new Error('--out FOLDER is needed')
  const vectors = await cache.vectors(Object.values(SENTENCES).flat())
  const encoded = [...vectors].map(([text, vector]): [string, string] => [text, encodeVector(vector)])
  writeFitted(join(out, 'sentences.json'), Object.fromEntries(encoded))
}
