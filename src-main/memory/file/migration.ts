/** Taking over a MEMORY.md or HEARTBEAT.md that grew without bound (02, Legacy; seed 004, Migration Strategy). */
import { access, readFile, rename } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import type { MemoryCategory } from '@shared/memory'
import { categoryOfItem } from './category'
import { withoutValue } from './line'
import { parseItems } from './parse'
import type { MemoryFilePorts } from './ports'

export interface Migrated {
  /** Lines that became an entry, or that one said already. */
  entries: number
  /** Lines that did not, a sentence each. */
  refused: string[]
  byCategory: Partial<Record<MemoryCategory, number>>
  /** Where the original is now. */
  original: string
}

/** An entry holds at most so many characters; a longer item is taken over in parts. */
const MAX_CONTENT = 20_000

export interface MigratedLine {
  category: MemoryCategory
  content: string
  done: boolean
}

/**
 * The entries a file holds: one for each bullet and each paragraph, its category guessed from the headings above it. A
 * checkbox makes a task wherever it stands; without a word about it, what HEARTBEAT.md lists is a task and everything else
 * a fact. Pure.
 */
export function planMigration(text: string, name: string): MigratedLine[] {
  const otherwise: MemoryCategory = /heartbeat/iu.test(name) ? 'task' : 'fact'
  return parseItems(text).items.flatMap((item) => {
    const category = item.checked === null ? (categoryOfItem(item) ?? otherwise) : 'task'
    const content = withoutValue(item.text).toWellFormed().replaceAll('\u0000', '').trim()
    return parts(content).map((part) => ({ category, content: part, done: item.checked === true }))
  })
}

function parts(content: string): string[] {
  const out: string[] = []
  for (let at = 0; at < content.length; ) {
    const end = at + MAX_CONTENT >= content.length ? content.length : breakBefore(content, at + MAX_CONTENT)
    const part = content.slice(at, end).trim()
    if (part !== '') out.push(part)
    at = end
  }
  return out
}

/** The last blank in the second half of a part, or its end, never inside a surrogate pair. */
function breakBefore(content: string, end: number): number {
  const blank = content.lastIndexOf(' ', end)
  if (blank > end - MAX_CONTENT / 2) return blank
  return /[\uD800-\uDBFF]/u.test(content.charAt(end - 1)) ? end - 1 : end
}

/**
 * Every line becomes an entry, as the person's own word, all in one act with one receipt; what stands already is not added
 * twice, so that a migration that was cut off can be started again. Then the original is kept as `<name>.pre-migration`.
 * @throws CatchmentError `not_found`, `bad_request` if it is no text
 */
export async function migrate(path: string, { entries }: Pick<MemoryFilePorts, 'entries'>): Promise<Migrated> {
  const file = resolve(path)
  const lines = planMigration(await textOf(file), basename(file))
  const said = `Took over ${lines.length} ${lines.length === 1 ? 'line' : 'lines'} of ${basename(file)}.`
  if (lines.length > 0) await entries.addAll(lines, said)
  const original = await freeName(`${file}.pre-migration`)
  await rename(file, original)
  const byCategory: Migrated['byCategory'] = {}
  for (const { category } of lines) byCategory[category] = (byCategory[category] ?? 0) + 1
  return { entries: lines.length, refused: [], byCategory, original }
}

async function textOf(file: string): Promise<string> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
    if (text.includes('\u0000')) throw new TypeError('NUL')
    return text
  } catch (error) {
    if (error instanceof TypeError) throw new CatchmentError('bad_request', `${file} is no text.`)
    if (error instanceof Error && 'code' in error)
      throw new CatchmentError('not_found', `${file} cannot be read (${String(error.code)}).`)
    throw error
  }
}

async function freeName(name: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const free = n === 1 ? name : `${name}-${n}`
    const isTaken = await access(free).then(
      () => true,
      () => false,
    )
    if (!isTaken) return free
  }
}
