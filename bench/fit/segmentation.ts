/**
 * Fits the model of topic boundaries and says how it does on talks it has not seen (docs/segmentation.md).
 *
 *   fit-segmentation --model FOLDER --cache FILE --segments FILE… --talks FILE… [--out src-main/filing/boundary/models]
 *
 * Held out by groups of talks that share sentences, then by whole files. With `--out` it only fits on everything and writes.
 */
import { basename, join } from 'node:path'
import type { TopicModel } from '../../src-main/filing/boundary/model'
import { type Sight, topicLogits } from '../../src-main/filing/boundary/topic-boundaries'
import { segmentationScore } from '../segmentation-metrics'
import { readFitArguments } from './arguments'
import { backgroundOf } from './filing-model'
import { storedTopicModel, writeFitted } from './store-fitted'
import { fitTopicModel, folds, type Lesson } from './topic-model'
import { cutDialogues, mixedTalks, spoken, type TopicTalk, talksOfStreams } from './topic-talks'

/** 0: sources count by their size; 1: all the same. */
const EVENING = 0.25

interface Source {
  name: string
  file: string
  lessons: Lesson[]
}

export async function run(args: string[]): Promise<void> {
  const { streams, segments, out, embeddingModelId, cache } = readFitArguments(args)
  const raw: { name: string; file: string; talks: TopicTalk[] }[] = [
    ...segments.map((path) => ({ name: basename(path), file: path, talks: cutDialogues(path) })),
    ...streams.map((path, i) => ({ name: basename(path), file: path, talks: talksOfStreams(path, 100 + i) })),
    ...streams.map((path, i) => ({ name: `${basename(path)} mixed`, file: path, talks: mixedTalks(path, 200 + i) })),
  ].filter(({ talks }) => talks.length > 0)
  const texts = raw.map(({ talks }) => talks.flatMap(({ turns }) => turns.map(({ text }) => text)))
  const vectors = await cache.vectors(texts.flat())
  // A source counts by less than its size, so that no large one drowns the others.
  const sources = raw.map(({ name, file, talks }, i): Source => {
    const weight = (texts[i]?.length ?? 1) ** -EVENING
    return {
      name,
      file,
      lessons: talks.map((talk) => ({ ...talk, turns: spoken(talk, vectors), weight })),
    }
  })
  const fitted = (lessons: readonly Lesson[], sights?: readonly Sight[]): TopicModel => {
    const groups = new Map<number, Float32Array[]>()
    for (const { turns, weight } of lessons) {
      const group = groups.get(weight) ?? []
      groups.set(weight, group)
      for (const { vector } of turns) group.push(vector)
    }
    return fitTopicModel(lessons, backgroundOf([...groups.values()]), embeddingModelId, sights)
  }
  const all = sources.flatMap(({ lessons }) => lessons)
  if (out !== undefined) {
    const model = fitted(all)
    printScores('shipped', sources, (source) => found(model, source.lessons, 'whole'))
    writeFitted(join(out, `${embeddingModelId}.json`), storedTopicModel(model))
    return
  }
  for (const sight of ['whole', 'live'] as const) {
    const parts = folds(all)
    const cuts = new Map<Lesson, number[]>()
    parts.forEach((part, i) => {
      const model = fitted(parts.filter((_, j) => j !== i).flat(), [sight])
      for (const lesson of part) cuts.set(lesson, cutsOf(model, lesson, sight))
    })
    printScores(`unseen talks, ${sight}`, sources, ({ lessons }) =>
      lessons.map((lesson) => ({ lesson, cuts: cuts.get(lesson) ?? [] })),
    )
  }
  const files = [...new Set(sources.map(({ file }) => file))]
  for (const file of files) {
    const model = fitted(
      sources.filter((source) => source.file !== file).flatMap(({ lessons }) => lessons),
      ['whole'],
    )
    printScores(
      'unseen kind',
      sources.filter((source) => source.file === file),
      ({ lessons }) => found(model, lessons, 'whole'),
    )
  }
}

interface Cut {
  lesson: Lesson
  cuts: number[]
}

const cutsOf = (model: TopicModel, { turns }: Lesson, sight: Sight): number[] =>
  topicLogits(model, turns, sight).flatMap((logit, at) => (logit > model.cutAbove ? [at] : []))

const found = (model: TopicModel, lessons: readonly Lesson[], sight: Sight): Cut[] =>
  lessons.map((lesson) => ({ lesson, cuts: cutsOf(model, lesson, sight) }))

function printScores(title: string, sources: readonly Source[], cut: (source: Source) => Cut[]): void {
  const table = sources.map((source): [string, object] => {
    const { pk, window_diff, f1 } = segmentationScore(
      cut(source).map(({ lesson, cuts }) => ({ turns: lesson.turns.length, truth: lesson.boundaries, found: cuts })),
    )
    const round = (value: number) => Number(value.toFixed(3))
    return [
      source.name,
      { talks: source.lessons.length, pk: round(pk), window_diff: round(window_diff), f1: round(f1) },
    ]
  })
  console.log(title)
  console.table(Object.fromEntries(table))
}
