/**
 * Fits the filing model (informativeness, boundaries, choice of bucket) and says how it does on talks it has not seen.
 *
 *   fit filing --model FOLDER --cache FILE --talks FILE… --segments FILE… --labelled FILE… [--out src-main/filing/models]
 *
 * Talks are held out whole: every third one of each file is scored with what was fitted on the others, three times over. What is
 * written with `--out` is fitted on all of them.
 */
import { join } from 'node:path'
import type { FilingModel } from '../../src-main/filing/model'
import { rememberTerms } from '../../src-main/filing/terms'
import { printScores, scoreTalk } from '../filing-core'
import { readFitArguments } from './arguments'
import type { CutDialogue } from './boundary-model'
import { readDialogues, readLabelled, readTalks, type Talk, withIdlePauses } from './data'
import { backgroundOf, fitFilingModel } from './filing-model'
import { fitNuisance, topicsOfTalks } from './nuisance'
import { storedFilingModel, writeFitted } from './store-fitted'

/** Dialogues read of each file with boundaries: more of one kind adds time, not accuracy. */
const DIALOGUES = 400
const FOLDS = 3
/** All that the development talks say: every part is fitted on the words of all of them. */
const TEXTS = 30_000

export async function run(args: string[]): Promise<void> {
  const { streams, segments, labelled, out, embeddingModelId, cache } = readFitArguments(args)
  rememberTerms(TEXTS)
  const files: Talk[][] = streams.map(readTalks)
  const dialogues: CutDialogue[] = segments.flatMap((path) => readDialogues(path).slice(0, DIALOGUES))
  const spoken = dialogues.flatMap(({ turns }) => turns.map(({ text }) => text))
  const labels = labelled.map(readLabelled)
  const vectors = await cache.vectors([
    ...labels.flatMap((set) => [...set.values()].flat()),
    ...files.flat().flatMap(({ rows }) => rows.map(({ text }) => text)),
    ...spoken,
  ])
  const of = (texts: readonly string[]) => texts.flatMap((text) => vectors.get(text) ?? [])
  const sets = labels.map((set) => new Map([...set].map(([label, texts]) => [label, of(texts)])))
  const fitted = (talks: readonly Talk[]): FilingModel => {
    const groups = [...talks.map(({ rows }) => of(rows.map(({ text }) => text))), of(spoken)].filter(
      (g) => g.length > 0,
    )
    const said = files.map((file) =>
      topicsOfTalks(
        file.filter((talk) => talks.includes(talk)),
        vectors,
      ),
    )
    const nuisance = fitNuisance([...sets, ...said])
    const background = backgroundOf(groups.map((group) => group))
    return fitFilingModel({ talks, dialogues, vectors, nuisance, background, embeddingModelId })
  }
  const scores = Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const model = fitted(files.flatMap((talks) => talks.filter((_, i) => i % FOLDS !== fold)))
    return files.flatMap((talks, file) => {
      const heldOut = talks.filter((_, i) => i % FOLDS === fold)
      const name = streams[file] ?? ''
      return [
        ...heldOut.map((talk) => scoreTalk(name, talk, vectors, model, null)),
        ...heldOut.map((talk, i) => scoreTalk(`${name} idle`, withIdlePauses(talk, 100 + i), vectors, model, null)),
      ]
    })
  })
  printScores(scores)
  if (out !== undefined) writeFitted(join(out, `${embeddingModelId}.json`), storedFilingModel(fitted(files.flat())))
}
