/** Reading Markdown that people write by hand: headings and the items under them, forgiving and without a dialect. */
import { readLine } from './line'
import { SECTIONS, type SectionKey } from './types'

export interface Item {
  /** Headings above it, outermost first. */
  headings: string[]
  /** The section of the file it stands in, or null under a heading of the person's own. */
  section: SectionKey | null
  /** Without bullet and checkbox. Lines of a nested list or a code block are kept apart by line breaks. */
  text: string
  checked: boolean | null
}

export interface Parsed {
  items: Item[]
  /** Sections whose heading is there, in the order of the text. */
  found: SectionKey[]
  /** The rendering that the text says it comes from. */
  version: number | null
}

const HEADING = /^(#{1,6})(?:\s+(.*?))?\s*#*$/u
const UNDERLINE = /^(=+|-+)\s*$/u
const RULE = /^\s*([-*_])(?:\s*\1){2,}\s*$/u
const BULLET = /^(\s*)(?:[-*+•]|\d{1,9}[.)])(?:\s+(.*))?$/u
const FENCE = /^\s*(?:```|~~~)/u
const VERSION = /\bversion (\d{1,9})\b/u

const sectionOf = (heading: string): SectionKey | null =>
  SECTIONS.find((s) => s.heading.toLowerCase() === heading.trim().toLowerCase())?.key ?? null

/**
 * Every bullet and every paragraph is an item; wrapped lines are joined, nested bullets stay with the bullet they belong to.
 * Comments, rules and empty bullets are none. Never throws, and takes time linear in the text.
 */
export function parseItems(text: string): Parsed {
  const reader = new Reader()
  for (const line of text.replace(/^\uFEFF/u, '').split(/\r\n|[\n\r\u2028\u2029]/u)) reader.read(line)
  reader.end()
  return { items: reader.items, found: reader.found, version: reader.version }
}

class Reader {
  readonly items: Item[] = []
  readonly found: SectionKey[] = []
  version: number | null = null
  private headings: { depth: number; text: string }[] = []
  private section: SectionKey | null = null
  private open: { kind: 'bullet' | 'paragraph'; lines: string[] } | null = null
  private inFence = false
  private inComment = false

  read(line: string): void {
    const heading = HEADING.exec(line)
    // What was left open by mistake ends at the next heading of ours: it never swallows the file.
    if (heading && sectionOf(heading[2] ?? '') !== null) this.inFence = this.inComment = false
    const bullet = BULLET.exec(line)
    if (this.inComment || (!this.inFence && /^\s*<!--/u.test(line))) this.comment(line)
    else if (this.inFence || FENCE.test(line)) this.fenced(line)
    else if (heading) this.heading((heading[1] ?? '').length, heading[2] ?? '')
    else if (line.trim() === '') this.end()
    else if (UNDERLINE.test(line) && this.isUnderline(line)) this.underline(line)
    else if (RULE.test(line)) this.end()
    else if (bullet) this.bullet((bullet[1] ?? '').replaceAll('\t', '  ').length, (bullet[2] ?? '').trim())
    else this.prose(line)
  }

  /** Ends what is being read. */
  end(): void {
    if (this.open === null) return
    const { text, checked } = readLine(this.open.lines.join('').trim())
    this.open = null
    if (text !== '')
      this.items.push({ headings: this.headings.map((h) => h.text), section: this.section, text, checked })
  }

  private heading(depth: number, text: string): void {
    this.end()
    this.headings = [...this.headings.filter((h) => h.depth < depth), { depth, text }]
    this.section = sectionOf(text)
    if (this.section !== null && !this.found.includes(this.section)) this.found.push(this.section)
  }

  /** A line of `=` or `-` right under a line of prose makes that line a heading. */
  private isUnderline(line: string): boolean {
    return this.open?.kind === 'paragraph' && this.open.lines.length === 1 && line.trim().length >= 3
  }

  private underline(line: string): void {
    const text = this.open?.lines.join('') ?? ''
    this.open = null
    this.heading(line.startsWith('=') ? 1 : 2, text)
  }

  private comment(line: string): void {
    this.end()
    this.version ??= versionIn(line)
    this.inComment = !line.includes('-->')
  }

  private fenced(line: string): void {
    if (FENCE.test(line)) this.inFence = !this.inFence
    this.append('\n', line.trimEnd())
  }

  private bullet(indent: number, text: string): void {
    if (indent >= 2 && this.open?.kind === 'bullet') {
      if (text !== '') this.append('\n', `- ${text}`)
      return
    }
    this.end()
    this.open = { kind: 'bullet', lines: [text] }
  }

  private prose(line: string): void {
    const indented = /^(?: {2}|\t)/u.test(line)
    const text = line.trim().replace(/^>\s?/u, '')
    // A line that is not indented under a bullet is meant as one of its own.
    if (this.open?.kind === 'bullet' && !indented) this.end()
    if (this.open === null) this.open = { kind: 'paragraph', lines: [text] }
    else this.append(' ', text)
  }

  private append(joint: string, text: string): void {
    if (this.open === null) this.open = { kind: 'paragraph', lines: [text] }
    else this.open.lines.push(joint, text)
  }
}

function versionIn(comment: string): number | null {
  const found = VERSION.exec(comment)
  return found ? Number(found[1]) : null
}
