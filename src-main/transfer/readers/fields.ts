/** Looks into JSON that anybody may have written: every question has an answer, none throws. */

export type Fields = Readonly<Record<string, unknown>>

/** The keys of an object; null for anything else, lists too. Inherited names are no keys. */
export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const stringsOf = (value: unknown): string[] =>
  listOf(value).filter((one): one is string => typeof one === 'string')

/** A text that says something; null for anything else. */
export const wordsOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null

/** A name or an id, which may be a number. */
export function nameOf(value: unknown): string | null {
  const name = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
  return typeof name === 'string' && name.trim() !== '' ? name.trim() : null
}

/** JSON inside a string, as programs write a tool's arguments; null if it is none. */
export function parsedFields(text: string): Fields | null {
  try {
    return fieldsOf(JSON.parse(text))
  } catch {
    return null
  }
}

/** The objects of a list. */
export const fieldsIn = (value: unknown): Fields[] =>
  listOf(value)
    .map(fieldsOf)
    .filter((one) => one !== null)

/** How many members of a list are no objects: where messages are listed, each of them is a message that was lost. */
export const lostIn = (value: unknown): number => listOf(value).filter((one) => fieldsOf(one) === null).length
