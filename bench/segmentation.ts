/** `segmentation`: topic boundaries found without a language model, by the embedder and the boundary model of the product. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { topicModelFor } from '../src-main/filing/boundary/fitted'
import { topicBoundaries } from '../src-main/filing/boundary/topic-boundaries'
import { type Bench, inputOf } from './bench'
import { type CutTalk, segmentationScore } from './segmentation-metrics'
import { withWorld } from './world'

const dialogueRow = z.object({
  dialogue: z.string(),
  turns: z.array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() })),
  boundaries: z.array(z.number().int().nonnegative()),
})

/** Texts embedded in one call. */
const BATCH = 64
const START = Date.UTC(2026, 0, 5, 8)

export const segmentation: Bench = {
  summary: 'topic boundaries found without a language model: --input FILE of dialogues with boundaries',
  async run(options, say) {
    const dialogues = readFileSync(inputOf(options), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => dialogueRow.parse(JSON.parse(line)))
    return withWorld({ at: START }, async ({ app }) => {
      const { embedder } = app.models
      const model = topicModelFor(embedder.modelId)
      if (model === undefined) throw new Error(`no boundary model was fitted for ${embedder.modelId}`)
      // Texts of like length beside one another: a batch is padded to its longest.
      const texts = [...new Set(dialogues.flatMap(({ turns }) => turns.map(({ text }) => text)))]
        .filter((text) => text.trim() !== '')
        .sort((a, b) => a.length - b.length)
      const vectors = new Map<string, Float32Array>()
      for (let at = 0; at < texts.length; at += BATCH) {
        const batch = texts.slice(at, at + BATCH)
        const made = await embedder.embed(batch, { kind: 'passage', priority: 'normal' })
        batch.forEach((text, i) => {
          const vector = made[i]
          if (vector !== undefined) vectors.set(text, vector)
        })
      }
      const nothing = new Float32Array(384)
      const started = performance.now()
      const talks = dialogues.map(({ turns, boundaries }): CutTalk => {
        const spoken = turns.map((turn) => ({ ...turn, vector: vectors.get(turn.text) ?? nothing }))
        return { turns: turns.length, truth: boundaries, found: topicBoundaries(model, spoken) }
      })
      const perDialogue = (performance.now() - started) / dialogues.length
      const score = segmentationScore(talks)
      const count = (of: 'truth' | 'found') => talks.reduce((sum, talk) => sum + talk[of].length, 0)
      say(`${dialogues.length} dialogues, ${count('truth')} boundaries, ${count('found')} found (${embedder.modelId})`)
      say(`Pk ${score.pk.toFixed(3)}  WindowDiff ${score.window_diff.toFixed(3)}  F1 ${score.f1.toFixed(3)}`)
      return { ...score, dialogues: dialogues.length, found: count('found'), ms_per_dialogue: perDialogue }
    })
  },
}
