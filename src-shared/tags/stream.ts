/** The streaming tag parser (01-domain, Tags). */
import { readTag } from './read-tag'
import type { TagOutput } from './tag'
import { VisibleText } from './visible-text'

export interface TagStream {
  /** Takes the next piece of a model's output and returns what can be shown and done for certain. Never throws. */
  push(chunk: string): TagOutput
  /** The rest. After it the stream is used up. */
  end(): TagOutput
}

/**
 * Reads a model's output piece by piece. Text and tags do not depend on how it is cut into pieces.
 *
 * - A tag is hidden and reported unless it stands in a fenced code block or in inline code that is really closed: there it
 *   is text. What does not turn out to be a tag is shown unchanged.
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

/** `indent`: columns of white space so far, counted while the line is `blank`. */
interface Line {
  indent: number
  blank: boolean
}

/** Positions are indices into `text`, which begins at character `dropped` of the whole output. */
class Scanner {
  private text = ''
  private dropped = 0
  /** Next character to look at. */
  private at = 0
  /** Everything before is shown, or hidden for good. May lie ahead of `at` after a span was given up. */
  private settled = 0
  private line: Line = { indent: 0, blank: true }
  /** Backticks or tildes in a row that may still go on. */
  private run: { char: string; length: number; fenceable: boolean; from: number; line: Line } | null = null
  private fence: { char: string; length: number; closing: boolean } | null = null
  /** Three backticks that began a line: a fence, unless the line holds a further backtick. */
  private opening: { length: number; from: number; behind: number; line: Line } | null = null
  /** Inline code, provided that a run of the same length closes it. */
  private span: { length: number; from: number } | null = null
  /** First tag whose fate hangs on `span` or `opening`. */
  private undecided: number | null = null
  /** The next run was looked at before and opens no fence. */
  private inlineOnly = false
  private block: { begin: number; line: Line } | null = null
  /** Text that was no tag only because another `<` came, at this character of the whole output. */
  private cut: { at: number; fragment: string } | null = null
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
    this.out.finish()
    this.text = ''
    this.at = 0
    this.settled = 0
    return this.out.take()
  }

  private scan(final: boolean): void {
    do {
      while (this.at < this.text.length) {
        if (!this.tooFar() && !this.step(final)) break
      }
    } while (final && this.settleLast())
    this.show(this.undecided ?? this.at)
    this.endLongBlock()
  }

  /** One step ahead; false if more input is needed. */
  private step(final: boolean): boolean {
    const c = this.text.charAt(this.at)
    if (this.run && c !== this.run.char) this.endRun(this.run)
    else if (c === '`' || c === '~') this.growRun(c)
    else if (c === '\n') this.newLine()
    else if (c === '<' && (!this.fence || this.out.inAnalysis)) return this.tag(final)
    else this.plain(c)
    return true
  }

  private plain(c: string): void {
    const white = c === ' ' || c === '\t' || c === '\r'
    if (white && (this.line.blank || this.fence?.closing)) {
      if (!this.fresh) this.line.indent += c === '\t' ? 4 : 1
      this.at += 1
      return
    }
    if (!white) {
      this.line.blank = false
      this.fresh = false
      if (this.fence) this.fence.closing = false
    }
    SPECIAL.lastIndex = this.at + 1
    this.at = SPECIAL.exec(this.text)?.index ?? this.text.length
  }

  private newLine(): void {
    if (this.span && (this.opening || this.line.blank || this.out.inAnalysis)) {
      this.giveUpSpan()
      return
    }
    if (this.opening) {
      this.fence = { char: '`', length: this.opening.length, closing: false }
      this.opening = null
      this.undecided = null
    } else if (this.fence?.closing) this.fence = null
    this.line = { indent: 0, blank: true }
    this.fresh = false
    this.at += 1
    this.endLongBlock()
  }

  private growRun(char: string): void {
    const { line } = this
    if (!this.run) {
      const fenceable = line.blank && line.indent <= 3
      this.run = { char, length: 0, fenceable, from: this.at, line: { ...line } }
      this.line.blank = false
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
      this.fence.closing = run.fenceable && char === this.fence.char && length >= this.fence.length
    } else if (this.opening) {
      if (char === '`') this.noFence(this.opening)
    } else if (run.fenceable && length >= 3 && !this.inlineOnly) {
      if (char === '`') this.opening = { length, from, behind: this.at, line: run.line }
      else if (this.span) this.giveUpSpan()
      else this.fence = { char, length, closing: false }
    } else if (char === '`') {
      this.inlineOnly = false
      if (!this.span) this.span = { length, from: this.at }
      else if (length === this.span.length) {
        this.span = null
        this.undecided = null
      }
    }
  }

  /** The backtick that opened `span` was just a backtick: looks at everything behind it again. */
  private giveUpSpan(): void {
    if (!this.span) return
    this.at = this.span.from
    this.line = { indent: 0, blank: false }
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
    if (reading.kind === 'text' || (this.fence && reading.analysis !== 'ends')) {
      if (reading.kind === 'text' && reading.cut !== null && !(this.cut && this.cut.at > here)) {
        this.cut = { at: this.dropped + reading.cut, fragment: this.text.slice(this.at, reading.cut) }
      }
      this.plain('<')
    } else if (this.span || this.opening) {
      this.undecided ??= this.at
      this.line.blank = false
      this.at = reading.end
    } else {
      this.show(this.at)
      this.endLongBlock()
      const fragment = this.cut?.at === here ? this.cut.fragment : ''
      if (reading.analysis === 'begins') {
        this.out.openAnalysis(fragment)
        this.block ??= { begin: here, line: { ...this.line } }
      } else if (reading.analysis === 'ends') this.closeBlock(fragment)
      else this.out.hide(reading.tag, fragment)
      this.at = reading.end
      this.settled = reading.end
      if (this.out.atStart && !this.block) {
        this.line.indent = 0
        this.fresh = true
      }
    }
    return true
  }

  private closeBlock(fragment: string): void {
    if (!this.out.closeAnalysis(fragment) || !this.block) return
    this.line = this.block.line
    this.fence = null
    this.block = null
  }

  private endLongBlock(): void {
    if (!this.block || this.span || this.opening) return
    if (this.dropped + this.at - this.block.begin <= MAX_ANALYSIS) return
    this.show(this.at)
    this.out.release()
    this.block = null
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
