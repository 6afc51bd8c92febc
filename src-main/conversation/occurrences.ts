/** Where a text says something, letter by letter, small or capital: `[start, end)` in UTF-16 units, in order, never overlapping. */
export function occurrencesIn(text: string, query: string): { start: number; end: number }[] {
  if (query === '') return []
  const literal = new RegExp(query.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`), 'giu')
  return Array.from(text.matchAll(literal), ({ index, 0: found }) => ({ start: index, end: index + found.length }))
}
