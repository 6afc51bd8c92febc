import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { grammarSchema } from './grammar-schema'

const converted = (schema: z.ZodType): unknown => grammarSchema(z.toJSONSchema(schema, { io: 'input' }))

describe('the grammar of a schema', () => {
  it('keeps the shape and what bounds it, and leaves the rest to validation', () => {
    const schema = z.object({
      title: z.string().min(1).max(80).regex(/^\S/),
      same: z.boolean(),
      certainty: z.number().min(0).max(1),
      ids: z
        .array(z.enum(['a', 'b']))
        .min(1)
        .max(3),
    })
    expect(converted(schema)).toEqual({
      type: 'object',
      additionalProperties: false,
      properties: {
        title: { type: 'string', minLength: 1, maxLength: 80 },
        same: { type: 'boolean' },
        certainty: { type: 'number' },
        ids: { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1, maxItems: 3 },
      },
    })
  })

  it('knows alternatives, constants, null and records', () => {
    const schema = z.object({
      target: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('new'), title: z.string() }),
        z.object({ kind: z.literal('old'), id: z.string().max(9).nullable() }),
      ]),
      scores: z.record(z.string(), z.int()),
    })
    expect(converted(schema)).toMatchObject({
      properties: {
        target: {
          oneOf: [
            { properties: { kind: { const: 'new' } } },
            {
              properties: {
                kind: { const: 'old' },
                id: { oneOf: [{ type: 'string', maxLength: 9 }, { type: 'null' }] },
              },
            },
          ],
        },
        scores: { type: 'object', additionalProperties: { type: 'integer' } },
      },
    })
  })

  it('drops a length so large that it would blow the grammar up', () => {
    expect(converted(z.object({ text: z.string().max(5000) }))).toMatchObject({
      properties: { text: { type: 'string' } },
    })
  })

  it('refuses what it cannot express rather than letting anything through', () => {
    expect(() => converted(z.object({ anything: z.unknown() }))).toThrow('No grammar can be made')
  })
})
