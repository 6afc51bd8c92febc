import { CatchmentError } from '@shared/contract/errors'
import type { ZodType } from 'zod'

/** The structured answer of a model, validated. Throws `model_failed` that says what was wrong with it. */
export function parseStructured<T>(text: string, schema: ZodType<T>, model: string): T {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new CatchmentError('model_failed', `${model} gave an answer that is not whole JSON: ${excerpt(text)}`, {
      cause,
    })
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue && issue.path.length > 0 ? ` (${issue.path.join('.')})` : ''
  throw new CatchmentError(
    'model_failed',
    `${model} gave an answer of the wrong form: ${issue?.message ?? 'unknown'}${where}: ${excerpt(text)}`,
  )
}

const excerpt = (text: string): string => (text.length > 80 ? `“${text.slice(0, 80)}…”` : `“${text}”`)
