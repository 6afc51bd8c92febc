import { CatchmentError } from '@shared/contract/errors'
import type { GbnfJsonSchema } from 'node-llama-cpp'
import { z } from 'zod'
import type { JsonSchema } from '../protocol'

/** Repetitions with a large bound blow a grammar up; a longer limit is left to the validation that follows. */
const MAX_BOUND = 400

const type = z.enum(['string', 'number', 'integer', 'boolean', 'null', 'object', 'array'])
const literal = z.union([z.string(), z.number(), z.boolean(), z.null()])
const node = z.object({
  $ref: z.string().optional(),
  $defs: z.record(z.string(), z.unknown()).optional(),
  const: literal.optional(),
  enum: z.array(literal).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  type: z.union([type, z.array(type)]).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  prefixItems: z.array(z.unknown()).optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
})

/**
 * The part of a JSON schema (as `z.toJSONSchema` writes it) that a grammar can enforce. What it cannot (patterns, number
 * ranges, formats) is dropped: the answer is validated against the whole schema afterwards. Throws `internal` for what
 * would change the shape of the answer (`allOf`, a node of no type).
 */
export function grammarSchema(schema: JsonSchema): GbnfJsonSchema {
  const root = node.parse(schema)
  const converted = convert(schema)
  if (!root.$defs) return converted
  const $defs = Object.fromEntries(Object.entries(root.$defs).map(([name, definition]) => [name, convert(definition)]))
  return { ...converted, $defs } as GbnfJsonSchema
}

function convert(value: unknown): GbnfJsonSchema {
  const schema = node.parse(value)
  if (schema.$ref !== undefined) return { $ref: schema.$ref } as GbnfJsonSchema
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return { oneOf: alternatives.map(convert) }
  if (schema.const !== undefined) return { const: schema.const }
  if (schema.enum) return { enum: schema.enum }
  // `nullable` in short: the other keywords concern the type they fit.
  if (Array.isArray(schema.type)) return { oneOf: schema.type.map((one) => convert({ ...schema, type: one })) }
  switch (schema.type) {
    case 'object':
      return {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([key, property]) => [key, convert(property)]),
        ),
        additionalProperties: isSchema(schema.additionalProperties) ? convert(schema.additionalProperties) : false,
      }
    case 'array':
      return {
        type: 'array',
        ...(isSchema(schema.items) ? { items: convert(schema.items) } : {}),
        ...(schema.prefixItems ? { prefixItems: schema.prefixItems.map(convert) } : {}),
        ...bound('minItems', schema.minItems),
        ...bound('maxItems', schema.maxItems),
      }
    case 'string':
      return { type: 'string', ...bound('minLength', schema.minLength), ...bound('maxLength', schema.maxLength) }
    case undefined:
      throw new CatchmentError('internal', `No grammar can be made from the schema part ${JSON.stringify(value)}`)
    default:
      return { type: schema.type }
  }
}

const isSchema = (value: unknown): boolean => typeof value === 'object' && value !== null

const bound = <K extends string>(key: K, value: number | undefined): { [P in K]?: number } =>
  value !== undefined && value <= MAX_BOUND ? ({ [key]: value } as { [P in K]: number }) : {}
