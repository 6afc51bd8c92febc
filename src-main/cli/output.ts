/** What the command line prints: one JSON value with `--json`, else a table; messages for people go to stderr. */
export type Row = Record<string, string | number | boolean | null>

export interface Output {
  json: boolean
  write(text: string): void
}

/** Characters that a terminal would act on instead of showing: C0 and C1 controls but for tab and line break, and direction marks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const ACTED_ON = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/**
 * Text as a terminal may get it: what would move the cursor, colour, erase, reorder or send is shown by its number. A line
 * break of another system becomes an ordinary one.
 */
export const visibleText = (text: string): string =>
  text.replace(/\r\n/g, '\n').replace(ACTED_ON, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`)

/** JSON without a raw control character: `JSON.stringify` leaves DEL, C1 and direction marks as they are. */
const json = (value: unknown): string =>
  JSON.stringify(value).replace(ACTED_ON, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** A list: with `--json` an array of flat objects, else aligned columns. */
export function printRows(out: Output, rows: readonly Row[], columns: readonly string[]): void {
  out.write(out.json ? `${json(rows)}\n` : rows.length === 0 ? '(none)\n' : table(rows, columns))
}

function table(rows: readonly Row[], columns: readonly string[]): string {
  const cells = rows.map((row) => columns.map((c) => cell(row[c])))
  const widths = columns.map((c, i) => Math.min(60, Math.max(c.length, ...cells.map((r) => width(r[i] ?? '')))))
  const line = (values: readonly string[]) =>
    values
      .map((v, i) => pad(v, widths[i] ?? 0))
      .join('  ')
      .trimEnd()
  return `${[line(columns), ...cells.map(line)].join('\n')}\n`
}

/** One value: with `--json` as it is, else the text. */
export function printValue(out: Output, value: unknown, text: string): void {
  const visible = visibleText(text)
  out.write(out.json ? `${json(value)}\n` : visible.endsWith('\n') ? visible : `${visible}\n`)
}

const cell = (value: Row[string] | undefined): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'boolean'
      ? value
        ? 'yes'
        : ''
      : visibleText(String(value).replace(/\s+/gu, ' '))

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** Wide characters take two columns of a terminal. */
const width = (text: string): number =>
  [...graphemes.segment(text)].reduce(
    (n, { segment }) =>
      n +
      (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u.test(
        segment,
      )
        ? 2
        : 1),
    0,
  )

function pad(text: string, columns: number): string {
  let out = ''
  let used = 0
  for (const { segment } of graphemes.segment(text)) {
    const w = width(segment)
    if (used + w > columns) return `${out.slice(0, -1)}…`
    out += segment
    used += w
  }
  return out + ' '.repeat(Math.max(0, columns - used))
}
