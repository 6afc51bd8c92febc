/**
 * A reading position in text that may still grow. `short` is set as soon as a decision needed a character that has not
 * arrived; whoever reads must then forget what it read and try again later. In `final` text the end is an ordinary end.
 */
export class Cursor {
  short = false

  constructor(
    readonly text: string,
    public at: number,
    readonly final: boolean,
  ) {}

  /** The character here, or '' at the end. */
  peek(): string {
    const c = this.text[this.at]
    if (c !== undefined) return c
    if (!this.final) this.short = true
    return ''
  }

  take(c: string): boolean {
    if (this.peek() !== c) return false
    this.at += 1
    return true
  }

  /** Longest run of accepted characters, at most `max`; '' if it would be longer. */
  run(accept: (c: string) => boolean, max: number): string {
    const from = this.at
    for (let c = this.peek(); c !== '' && accept(c); c = this.peek()) {
      this.at += 1
      if (this.at - from > max) return ''
    }
    return this.text.slice(from, this.at)
  }

  /** Skips blanks; a line break too if `breaks`, but never an empty line, which ends a paragraph. */
  spaces(breaks: boolean): void {
    let broken = !breaks
    for (let c = this.peek(); c !== ''; c = this.peek()) {
      if (c === '\n') {
        if (broken) return
        broken = true
      } else if (c !== ' ' && c !== '\t' && c !== '\r') return
      this.at += 1
    }
  }

  /** A name in lower case with `-` read as `_`, or null. */
  name(): string | null {
    if (!/[a-z_]/i.test(this.peek())) return null
    const name = this.run((c) => /[\w-]/.test(c), 60)
    return name === '' ? null : name.toLowerCase().replaceAll('-', '_')
  }
}
