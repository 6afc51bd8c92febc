/** The streaming tag parser (01-domain, Tags). */
import { readTag } from './read-tag'
import type { TagOutput } from './tag'
import { SEAM, VisibleText } from './visible-text'

export interface TagStream {
  /** Takes the next piece of a model's output and returns what can be shown and done for certain. Never throws. */
  push(chunk: string): TagOutput
  /** The rest. After it the stream is used up. */
  end(): TagOutput
}

/**
 * Reads a model's output piece by piece. Text and tags do not depend on how it is cut into pieces.
 *
 * - A tag is hidden and reported unless it stands in code: in a fenced block, however deep it is indented, quoted or listed,
 *   in an indented one, in inline code that is really closed, or behind a backslash. There it is text. Where Markdown could
 *   be read in two ways, the reading that leaves a tag text is taken. What does not turn out to be a tag is shown unchanged.
 * - Text is shown as soon as it is certain. Kept back are only: the beginning of a tag (at most 1,200 characters), what
 *   follows a tag behind a backtick that may still be closed (4,000), an open analysis block (65,536).
 * - `<mira:analysis>` hides what stands in it; tags in it count. If nothing closes it, only the opening tag is hidden and
 *   the rest is shown, without its tags: a forgotten closing tag must not swallow the reply. Nested blocks end together
 *   with the outermost one. Code inside a block protects tags, but neither a fence nor a backtick on an earlier line keeps
 *   the block open.
 * - White space that tags leave behind at the very start of the output is removed; nowhere else.
 */
export function createTagStream(): TagStream {
  const scanner = new Scanner()
  return { push: (chunk) => scanner.push(chunk), end: () => scanner.end() }
}

/** The whole of a model's output at once; the same result as any stream of it. */
export function parseTags(full: string): TagOutput {
  const stream = createTagStream()
  const head = stream.push(full)
  const tail = stream.end()
  return { text: head.text + tail.text, tags: [...head.tags, ...tail.tags] }
}

/** An inline code span that is not closed within so many characters is not one: bounds what must be kept back. */
const MAX_SPAN = 4_000
/** The same for what follows the opening of a code fence on its line. */
const MAX_INFO = 1_000
/** An analysis block that is longer is taken for one that was never closed. */
const MAX_ANALYSIS = 65_536
/** Everything that can begin a tag, code, or a new line. */
const SPECIAL = /[<`~\n]/g

/** Where a line stands, as far as it has been read. */
interface Line {
  /** Nothing came yet but white space and the marks of quotes and lists. */
  blank: boolean
  /** Columns of white space since the margin or the last mark. */
  indent: number
  /** Columns so far; counted while the line is `blank`. */
  column: number
  /** Marks of a quote. */
  quotes: number
  /** It begins an item of a list. */
  listed: boolean
  /** What may become the mark of a list: a bullet, digits, digits with their dot. */
  mark: 'bullet' | 'digits' | 'number' | null
  /** It begins an item that ends the paragraph above it: a number other than 1 does so in a list only. */
  interrupts: boolean
  /** The number so far is 1. */
  one: boolean
  /** Column at which the contents of the list's item begin; 0 outside of lists. */
  item: number
  /** Marks of a quote on the line above. */
  above: number
  /** No paragraph goes on here, so that indentation makes it code. */
  fresh: boolean
  /** An indented code block. */
  code: boolean
  /** Begins as a heading or a rule does, which no paragraph goes on behind. */
  ruled: boolean
  /** A heading or a row of a table: inline code ends with the line. */
  single: boolean
  /** Nothing but the characters of a rule came. */
  rule: boolean
}

const START: Line = {
  blank: true,
  indent: 0,
  column: 0,
  quotes: 0,
  listed: false,
  mark: null,
  interrupts: false,
  one: false,
  item: 0,
  above: 0,
  fresh: true,
  code: false,
  ruled: false,
  single: false,
  rule: false,
}

interface Fence {
  char: string
  length: number
  /** A row that ends it was read; anything but white space behind it takes that back. */
  closing: boolean
  /** Where it began. */
  column: number
  quotes: number
  /** As of the line. */
  item: number
}

/** Indentation from here on makes code. */
const CODE_INDENT = 4

/** Positions are indices into `text`, which begins at character `dropped` of the whole output. */
class Scanner {
  private text = ''
  private dropped = 0
  /** Next character to look at. */
  private at = 0
  /** Everything before is shown, or hidden for good. May lie ahead of `at` after a span was given up. */
  private settled = 0
  private line: Line = { ...START }
  /** The character before `text`. */
  private before = ''
  /** Backticks or tildes in a row that may still go on. */
  private run: { char: string; length: number; fenceable: boolean; escaped: boolean; from: number; line: Line } | null =
    null
  private fence: Fence | null = null
  /** Three backticks that began a line: a fence, unless the line holds a further backtick. */
  private opening: { length: number; from: number; behind: number; line: Line } | null = null
  /**
   * Inline code, provided that a run of the same length closes it. Behind a backslash it is code to a reader and none to
   * Markdown, where the run that closes it begins the code: both hold.
   */
  private span: { length: number; from: number; line: Line; escaped: boolean } | null = null
  /** First tag whose fate hangs on `span` or `opening`. */
  private undecided: number | null = null
  /** The next run was looked at before and opens no fence. */
  private inlineOnly = false
  private block: { begin: number; line: Line } | null = null
  /** Text that was no tag only because another `<` came, at this character of the whole output. */
  private cut: { at: number; fragment: string } | null = null
  /** Where in the whole output the last hidden tag ended. */
  private hiddenTo = -1
  /** White space right behind a tag at the start of the output is no indentation: it will not be shown. */
  private fresh = false
  private readonly out = new VisibleText()

  push(chunk: string): TagOutput {
    this.text += chunk
    this.scan(false)
    this.forget()
    return this.out.take()
  }

  end(): TagOutput {
    this.scan(true)
    while (this.rereadBlock()) this.scan(true)
    this.out.finish()
    this.text = ''
    this.at = 0
    this.settled = 0
    return this.out.take()
  }

  private scan(final: boolean): void {
    do {
      do {
        while (this.at < this.text.length) {
          if (!this.tooFar() && !this.step(final)) break
        }
      } while (final && this.settleLast())
      this.show(this.undecided ?? this.at)
    } while (this.endLongBlock())
  }

  /** One step ahead; false if more input is needed. */
  private step(final: boolean): boolean {
    const c = this.text.charAt(this.at)
    if (this.span && this.line.blank && beginsBlock(c, this.line, this.span.line)) {
      this.giveUpSpan()
      return true
    }
    if (c !== '<') this.beginBehindSeam(c)
    if (this.run && c !== this.run.char) this.endRun(this.run)
    else if ((c === '`' || c === '~') && !(this.line.code && !this.run)) this.growRun(c)
    else if (c === '\n') this.newLine()
    else if (c === '<') return this.tag(final)
    else this.plain(c)
    return true
  }

  /** What parts two pieces that would grow together is shown, and so begins its line as any character does. */
  private beginBehindSeam(c: string): void {
    if (this.line.blank && this.at === this.settled && this.out.seamBefore(c)) this.beginLine(SEAM)
  }

  private plain(c: string): void {
    const white = c === ' ' || c === '\t' || c === '\r'
    if (white && this.fence?.closing && !this.line.blank) {
      this.at += 1
      return
    }
    if (this.line.blank && this.takesPrefix(c, white)) {
      this.at += 1
      return
    }
    this.beginLine(c)
    if (!white) {
      this.fresh = false
      if (this.fence) this.fence.closing = false
    }
    SPECIAL.lastIndex = this.at + 1
    const to = SPECIAL.exec(this.text)?.index ?? this.text.length
    if (this.line.rule && !RULE.test(this.text.slice(this.at, to))) this.line.rule = false
    this.at = to
  }

  /** White space and the marks of quotes and lists at the beginning of a line. */
  private takesPrefix(c: string, white: boolean): boolean {
    const { line } = this
    if (white) {
      if (this.fresh) return true
      const columns = c === '\t' ? 4 - (line.column % 4) : 1
      line.column += columns
      if (line.mark === 'bullet' || line.mark === 'number') {
        const before = line.quotes > 0 || line.indent < line.item ? line.indent : line.indent - line.item
        const interrupts = before < CODE_INDENT && (line.mark === 'bullet' || line.one || line.item > 0)
        // A new item: no paragraph goes on in it.
        Object.assign(line, {
          mark: null,
          listed: true,
          interrupts,
          indent: columns - 1,
          item: line.column,
          fresh: true,
        })
      } else if (line.mark === null) line.indent += columns
      else return false
      return true
    }
    this.fresh = false
    if (c !== '>') this.leaveFence(line)
    // So far in, it is no mark but the contents of an indented block.
    if (line.mark === null && !this.fence && line.fresh && insideOf(line) >= CODE_INDENT && !this.out.inAnalysis)
      return false
    if (c === '>' && line.mark === null) {
      const quotes = line.quotes + 1
      // One space behind the mark belongs to it.
      Object.assign(line, { quotes, indent: -1, column: line.column + 1, fresh: line.fresh || quotes > line.above })
      return true
    }
    if (/[-*+]/.test(c) && line.mark === null) line.mark = 'bullet'
    else if (/\d/.test(c) && (line.mark === null || line.mark === 'digits')) {
      line.one = line.mark === null && c === '1'
      line.mark = 'digits'
    } else if (/[.)]/.test(c) && line.mark === 'digits') line.mark = 'number'
    else return false
    line.column += 1
    return true
  }

  /** The first character that is more than a mark: says what kind of line it is. */
  private beginLine(c: string): void {
    const { line } = this
    if (!line.blank) return
    line.blank = false
    this.leaveFence(line)
    if (this.fence) return
    line.item = itemOf(line)
    line.code = line.fresh && insideOf(line) >= CODE_INDENT && !this.out.inAnalysis
    line.ruled = /[#=_|*-]/.test(line.mark === 'bullet' ? '-' : c)
    line.single = line.mark === null && /[#|]/.test(c)
    line.rule = line.mark !== 'digits' && line.mark !== 'number' && RULE.test(c)
  }

  private newLine(): void {
    if (this.span && (this.opening || this.line.blank || this.line.single || this.line.rule || this.out.inAnalysis)) {
      this.giveUpSpan()
      return
    }
    let ended = false
    if (this.opening) {
      this.fence = fenceAt('`', this.opening.length, this.opening.line)
      this.opening = null
      this.undecided = null
    } else if (this.fence && (this.fence.closing || (this.line.blank && this.line.quotes < this.fence.quotes))) {
      this.fence = null
      ended = true
    }
    const { blank, code, ruled, item, quotes } = this.line
    this.line = { ...START, item, above: quotes, fresh: blank || code || ruled || ended }
    this.fresh = false
    this.at += 1
    this.endLongBlock()
  }

  private growRun(char: string): void {
    const { line } = this
    line.rule = false
    if (!this.run) {
      const fenceable = line.blank && line.mark === null
      this.run = { char, length: 0, fenceable, escaped: this.isEscaped(), from: this.at, line: { ...line } }
      this.beginLine(char)
      this.fresh = false
    }
    this.run.length += 1
    if (this.run.length > MAX_INFO) this.run.fenceable = false
    this.at += 1
  }

  private endRun(run: NonNullable<Scanner['run']>): void {
    this.run = null
    const { char, length, from } = run
    if (this.fence) {
      this.fence.closing =
        run.fenceable && char === this.fence.char && length >= this.fence.length && closes(this.fence, run.line)
    } else if (this.opening) {
      if (char === '`') this.noFence(this.opening)
    } else if (run.fenceable && length >= 3 && !this.inlineOnly) {
      if (char === '`') this.opening = { length, from, behind: this.at, line: run.line }
      else if (this.span) this.giveUpSpan()
      else this.fence = fenceAt(char, length, run.line)
    } else if (char === '`') {
      this.inlineOnly = false
      if (this.line.code) return
      const begun = { from: this.at, line: { ...this.line }, escaped: false }
      if (!this.span)
        this.span =
          run.escaped && length > 1 ? { ...begun, length: length - 1 } : { ...begun, length, escaped: run.escaped }
      else if (length === this.span.length) {
        this.span = this.span.escaped ? { ...begun, length } : null
        this.undecided = null
      }
    }
  }

  /** The backtick that opened `span` was just a backtick: looks at everything behind it again. */
  private giveUpSpan(): void {
    if (!this.span) return
    this.at = this.span.from
    this.line = { ...this.span.line }
    this.forgetCode()
  }

  /** Nothing that may turn out to be code is open: what comes is looked at anew. */
  private forgetCode(): void {
    this.span = null
    this.opening = null
    this.run = null
    this.undecided = null
    this.inlineOnly = false
    this.cut = null
  }

  /** What looked like a fence is inline: looks at its backticks again. */
  private noFence(opening: NonNullable<Scanner['opening']>): void {
    this.at = opening.from
    this.line = { ...opening.line }
    this.opening = null
    this.run = null
    this.inlineOnly = true
    this.cut = null
    if (this.undecided !== null && this.undecided >= this.at) this.undecided = null
  }

  private tooFar(): boolean {
    if (this.opening && this.at - this.opening.behind > MAX_INFO) this.noFence(this.opening)
    else if (this.span && this.at - this.span.from > MAX_SPAN) this.giveUpSpan()
    else return false
    return true
  }

  /** At the very end: decides what hung on text that will not come. True if something has to be looked at again. */
  private settleLast(): boolean {
    if (this.run) this.endRun(this.run)
    else if (this.span) this.giveUpSpan()
    else {
      this.undecided = null
      return false
    }
    return true
  }

  private tag(final: boolean): boolean {
    const reading = readTag(this.text, this.at, final)
    if (reading.kind === 'wait') return false
    const here = this.dropped + this.at
    this.line.rule = false
    if (this.line.blank) this.leaveFence(this.line)
    if (reading.kind === 'tag' && !this.fence && this.isEscaped()) {
      this.beginBehindSeam('<')
      this.beginLine('<')
      this.fresh = false
      // What stands behind an opening tag that nothing closes is no part of it here.
      this.at = reading.opened ?? reading.end
      return true
    }
    // A fence's line ends with it, also inside of what would be a tag elsewhere.
    const fenced = reading.kind === 'tag' && this.opening && this.text.slice(this.at, reading.end).includes('\n')
    if (reading.kind === 'text' || fenced || (reading.analysis !== 'ends' && this.isCode())) {
      if (reading.kind === 'text' && reading.cut !== null && !(this.cut && this.cut.at > here)) {
        this.cut = { at: this.dropped + reading.cut, fragment: this.text.slice(this.at, reading.cut) }
      }
      this.beginBehindSeam('<')
      this.plain('<')
    } else if (this.span || this.opening) {
      this.undecided ??= this.at
      this.beginLine('<')
      this.at = reading.end
    } else {
      this.show(this.at)
      if (this.endLongBlock()) return true
      const fragment = this.cut?.at === here ? this.cut.fragment : ''
      if (reading.analysis === 'begins') {
        this.out.openAnalysis(fragment)
        this.block ??= { begin: here, line: { ...this.line } }
      } else if (reading.analysis === 'ends') this.closeBlock(fragment)
      else this.out.hide(reading.tag, fragment)
      this.at = reading.end
      this.settled = reading.end
      this.hiddenTo = this.dropped + reading.end
      if (this.out.atStart && !this.block) {
        this.line = { ...START }
        this.fresh = true
      }
    }
    return true
  }

  /** A line that stands further left, or in fewer quotes, than the fence's own block ends it. */
  private leaveFence(line: Line): void {
    if (!this.fence || !left(this.fence, line)) return
    this.fence = null
    line.fresh = true
  }

  private isEscaped(): boolean {
    if (this.dropped + this.at === this.hiddenTo) return false
    return (this.at > 0 ? this.text.charAt(this.at - 1) : this.before) === '\\'
  }

  /** What stands here is shown as it is. */
  private isCode(): boolean {
    if (this.fence) return true
    if (!this.line.blank) return this.line.code
    const ahead = { ...this.line }
    this.beginLine('<')
    const { code } = this.line
    if (!code) this.line = ahead
    return code
  }

  private closeBlock(fragment: string): void {
    if (!this.out.closeAnalysis(fragment) || !this.block) return
    this.line = this.block.line
    this.fence = null
    this.block = null
  }

  /** True if the block was too long to be one, and what stands in it has to be looked at again. */
  private endLongBlock(): boolean {
    if (!this.block || this.span || this.opening) return false
    if (this.dropped + this.at - this.block.begin <= MAX_ANALYSIS) return false
    this.show(this.at)
    return this.rereadBlock()
  }

  /**
   * What stands behind the last closing tag of an open block, or in a block that nothing closes, is prose. It was read by
   * the stricter rules of a block, under which less keeps a tag from being one: looks at it again. False if none is open.
   */
  private rereadBlock(): boolean {
    if (!this.block) return false
    const rest = this.out.release()
    this.line = this.out.atStart ? { ...START } : this.block.line
    this.fresh = this.out.atStart
    this.block = null
    this.fence = null
    this.forgetCode()
    this.text = rest + this.text.slice(this.at)
    this.dropped += this.at - rest.length
    this.at = 0
    this.settled = 0
    this.hiddenTo = this.dropped
    return true
  }

  private show(to: number): void {
    if (to <= this.settled) return
    this.out.append(this.text.slice(this.settled, to))
    this.settled = to
  }

  /** Lets go of the text that nothing will look at again. */
  private forget(): void {
    const run = this.run?.fenceable ? this.run.from : this.at
    const needed = [this.settled, this.span?.from, this.opening?.from, this.undecided, run]
    const keep = needed.reduce<number>((least, at) => Math.min(least, at ?? least), this.at)
    if (keep <= 0) return
    this.before = this.text.charAt(keep - 1)
    this.text = this.text.slice(keep)
    this.dropped += keep
    this.at -= keep
    this.settled -= keep
    if (this.run) this.run.from -= keep
    if (this.span) this.span.from -= keep
    if (this.opening) {
      this.opening.from -= keep
      this.opening.behind -= keep
    }
    if (this.undecided !== null) this.undecided -= keep
  }
}

/** What a rule or the line below a heading is made of. */
const RULE = /^[-=_*\s]*$/

/** An item or a quote that the line no longer stands in, where no paragraph goes on, is left. */
const itemOf = ({ listed, fresh, column, item, quotes, above }: Line): number =>
  !listed && fresh && (column < item || quotes < above) ? 0 : item

/** Columns of white space within the block that the line stands in. */
function insideOf(line: Line): number {
  const item = itemOf(line)
  return line.listed || line.quotes > 0 || line.column < item ? line.indent : line.column - item
}

/** Whether the line ends the paragraph in which inline code was begun on the line `of`: code does not go on in another block. */
const beginsBlock = (c: string, line: Line, of: Line): boolean =>
  line.interrupts || line.quotes > of.quotes || (c === '#' && line.mark === null && insideOf(line) < CODE_INDENT)

function fenceAt(char: string, length: number, { column, quotes, item }: Line): Fence {
  return { char, length, closing: false, column, quotes, item: column >= item ? item : 0 }
}

/** Whether the line stands outside of the quote or the item of a list in which the fence began. */
const left = (fence: Fence, line: Line): boolean =>
  line.quotes < fence.quotes || (fence.quotes === 0 && line.column < fence.item)

/**
 * Whether a row of the fence's characters on this line may end it. Indented by four it would be contents; a fence that is
 * itself so far in, outside of any list, is a code block in Markdown's eyes and a fence in a reader's: only its like ends it.
 */
function closes(fence: Fence, line: Line): boolean {
  if (line.listed || line.quotes > fence.quotes) return false
  if (fence.quotes > 0) return line.indent < CODE_INDENT
  if (fence.item === 0 && fence.column >= CODE_INDENT) return line.column >= CODE_INDENT
  return line.column < fence.item + CODE_INDENT
}
