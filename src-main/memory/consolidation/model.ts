import { CatchmentError } from '@shared/contract/errors'
import { parseTags } from '@shared/tags/stream'
import { z } from 'zod'
import type { ChatModel } from '../../models/types'
import type { SummaryModel, WriteRequest } from './types'

const answer = z.object({ text: z.string() })
/** Of a context, for instructions, answer and template. */
const SET_ASIDE_TOKENS = 900
/** Scripts without spaces come to about one token for each character or two. */
const CHARACTERS_PER_TOKEN = 1.5

/** A chat model as consolidation asks it: one grammar-constrained text, tags in it read by nobody, no figure made up. */
export function summaryModelOf(model: ChatModel): SummaryModel {
  return {
    maxCharacters: Math.max(0, Math.floor((model.contextTokens - SET_ASIDE_TOKENS) * CHARACTERS_PER_TOKEN)),
    async write({ instructions, material, maxTokens, signal }: WriteRequest) {
      const text = `${instructions}\nAnswer with JSON: {"text": …}\n\n${material}`
      const request = { messages: [{ role: 'user' as const, text }], maxTokens, signal, lane: 'aside' as const }
      const { text: said } = await model.structured(request, answer)
      const plain = parseTags(said).text.trim()
      const invented = inventedFigure(plain, material)
      if (invented !== null) {
        throw new CatchmentError('model_failed', `${model.title} wrote of ${invented}, which no memory says.`)
      }
      return plain
    },
  }
}

/** A number of two digits and more that the material does not hold: a summary may lose a figure, never make one up. */
export function inventedFigure(text: string, material: string): string | null {
  const known = new Set(figuresIn(material))
  return figuresIn(text).find((figure) => !known.has(figure)) ?? null
}

const figuresIn = (text: string): string[] => text.normalize('NFKC').match(/\d{2,}/gu) ?? []
