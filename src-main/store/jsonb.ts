/**
 * A value as JSON that a database takes: without the character 0 and halves of surrogate pairs, which `jsonb` refuses
 * where a text column would store something in their place.
 */
export const jsonbText = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\u0000', '').toWellFormed() : part,
  )
