/** The text a person sees: what is left when tags and analysis blocks are taken out, without the seams showing. */
import { readTag } from './read-tag'
import type { Tag } from './tag'

/** Put between two pieces that would otherwise grow together into a tag or a code fence. Invisible, and never in a tag. */
export const SEAM = '\u2060'

/** Appends text and remembers what must not grow together across a removed tag. */
class Seamed {
  text = ''
  private last = ''
  private fragment: string | null = null

  /** `fragment`: text right before the removed tag that could still have become a tag, '' if there is none. */
  removedHere(fragment: string): void {
    this.fragment ??= fragment
  }

  append(text: string): void {
    if (text === '') return
    if (this.seamBefore(text.slice(0, 1))) this.text += SEAM
    this.fragment = null
    this.text += text
    this.last = text.slice(-1)
  }

  /** Whether a seam will stand before this character, if it is what comes next. */
  seamBefore(c: string): boolean {
    if (this.fragment === null) return false
    if ((c === '`' || c === '~') && c === this.last) return true
    return this.fragment !== '' && readTag(this.fragment + c, 0, false).kind !== 'text'
  }
}

/**
 * Collects visible text and tags. While an analysis block is open its text is kept back: discarded when the block closes,
 * shown when it turns out that nothing closes it (a reply that begins with a lone `<mira:analysis>` must not vanish).
 */
export class VisibleText {
  private readonly shown = new Seamed()
  private block: { inner: Seamed; depth: number; lastClose: number | null } | null = null
  private tags: Tag[] = []
  private started = false
  private blanks = ''
  private hidAny = false

  /** Nothing visible has come yet. */
  get atStart(): boolean {
    return !this.started
  }

  get inAnalysis(): boolean {
    return this.block !== null
  }

  /** Whether a seam will stand before this character, if it is the next to be appended. */
  seamBefore(c: string): boolean {
    return (this.block?.inner ?? this.shown).seamBefore(c)
  }

  append(text: string): void {
    if (this.block) this.block.inner.append(text)
    else if (this.started) this.shown.append(text)
    else this.begin(text)
  }

  /** A tag stood here. `fragment` as in `Seamed.removedHere`. */
  hide(tag: Tag | null, fragment: string): void {
    if (tag) this.tags.push(tag)
    this.seam(fragment)
  }

  openAnalysis(fragment: string): void {
    this.seam(fragment)
    if (this.block) this.block.depth += 1
    else this.block = { inner: new Seamed(), depth: 1, lastClose: null }
  }

  /** True if this ended the block; a closing tag without a block is just hidden. */
  closeAnalysis(fragment: string): boolean {
    this.seam(fragment)
    if (!this.block) return false
    this.block.depth -= 1
    this.block.lastClose = this.block.inner.text.length
    if (this.block.depth > 0) return false
    this.release()
    return true
  }

  /**
   * Ends an open block as far as it was closed: after the last closing tag, or, if there was none, right behind its opening
   * tag. Returns what follows, which is prose that has yet to be appended.
   */
  release(): string {
    const block = this.block
    if (!block) return ''
    this.block = null
    if (block.lastClose !== null) {
      this.tags.push({ kind: 'analysis', text: block.inner.text.slice(0, block.lastClose).trim() })
    }
    return block.inner.text.slice(block.lastClose ?? 0)
  }

  /** What came since the last call. */
  take(): { text: string; tags: Tag[] } {
    const out = { text: this.shown.text, tags: this.tags }
    this.shown.text = ''
    this.tags = []
    return out
  }

  /** At the end of the stream, with no block open: shows the white space that was still kept back. */
  finish(): void {
    if (!this.started && !this.hidAny) this.shown.append(this.blanks)
  }

  private seam(fragment: string): void {
    if (this.block) {
      this.block.inner.removedHere(fragment)
      return
    }
    this.shown.removedHere(fragment)
    if (!this.started) this.blanks = ''
    this.hidAny = true
  }

  /** White space around tags at the start of a reply goes with them, except the indentation of the first visible line. */
  private begin(text: string): void {
    const body = text.search(/\S/)
    this.blanks += body < 0 ? text : text.slice(0, body)
    if (body < 0) return
    this.started = true
    const kept = this.hidAny ? /\n([^\n]*)$/.exec(this.blanks)?.[1] : this.blanks
    this.shown.append((kept ?? '') + text.slice(body))
  }
}
