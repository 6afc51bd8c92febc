/** Fits the filing model's parts from labelled talks, each through the product's own code for its inputs. */
import type { FilingModel, Nuisance, TurnModel } from '../../src-main/filing/model'
import { addInPlace } from '../../src-main/filing/vectors'
import { boundaryRows, type CutDialogue, dialogueRows, fitBoundary } from './boundary-model'
import { CHOICE_NAMES, choiceRows, fitChoiceModel } from './choice-model'
import { type Talk, withIdlePauses, withRequestsRelabelled } from './data'
import { fitInformativeness, type Vectors, zeros } from './turn-model'

const emptyModel = (embeddingModelId: string, nuisance: Nuisance, background: Float32Array): FilingModel => {
  const nothing: TurnModel = { features: { bias: 0 }, own: zeros(), previous: zeros() }
  return {
    embeddingModelId,
    nuisance,
    background,
    informativeness: nothing,
    boundary: { live: nothing, collapse: nothing },
    choice: { bucket: {}, fresh: {} },
  }
}

/** Mean of the groups' means, so that no large data set drowns the others. */
export function backgroundOf(groups: readonly (readonly Float32Array[])[]): Float32Array {
  const out = zeros()
  for (const group of groups) for (const vector of group) addInPlace(out, vector, 1 / group.length / groups.length)
  return out
}

/** What a turn of a dialogue without times and buckets counts beside a turn of a talk that has both. */
const DIALOGUE_WEIGHT = 0.1
/** Rounds in which the choice is fitted on the states its own earlier self brings about. */
const POLICY_ROUNDS = 2

export interface TrainingSet {
  talks: readonly Talk[]
  dialogues: readonly CutDialogue[]
  vectors: Vectors
  nuisance: Nuisance
  /** Mean topic vector. */
  background: Float32Array
  embeddingModelId: string
}

/**
 * What a talk with idle pauses counts beside the talk as it was: enough that words are believed where the clock says nothing,
 * not so much that the clock is no longer believed where it says something.
 */
const IDLE_WEIGHT = 0.25

/** A turn of a long talk counts less: a kind of talk that comes in long ones must not drown the others. */
const evenly = ({ rows }: Talk): number => Math.sqrt(500 / rows.length)

/** All parts, each fitted with the ones before it. */
export function fitFilingModel(training: TrainingSet): FilingModel {
  const { talks, dialogues, vectors, nuisance, background, embeddingModelId } = training
  const model = emptyModel(embeddingModelId, nuisance, background)
  const relabelled = talks.map(withRequestsRelabelled)
  const weighted = [
    ...relabelled.map((talk) => ({ talk, weight: evenly(talk) })),
    ...relabelled.map((talk, i) => ({ talk: withIdlePauses(talk, i + 1), weight: IDLE_WEIGHT * evenly(talk) })),
  ]
  model.informativeness = fitInformativeness(relabelled, vectors, model)
  for (const mode of ['live', 'collapse'] as const) {
    const rows = weighted.flatMap(({ talk, weight }) => boundaryRows(talk, vectors, model, mode, weight))
    model.boundary[mode] = fitBoundary([...rows, ...dialogueRows(dialogues, vectors, model, mode, DIALOGUE_WEIGHT)])
  }
  const choices = (policy: 'gold' | 'model') =>
    relabelled.flatMap((talk) =>
      choiceRows(talk, vectors, model, policy, CHOICE_NAMES).map((row) => ({
        ...row,
        weight: row.weight * evenly(talk),
      })),
    )
  const gold = choices('gold')
  model.choice = fitChoiceModel(gold)
  for (let round = 0; round < POLICY_ROUNDS; round++) model.choice = fitChoiceModel([...gold, ...choices('model')])
  return model
}
