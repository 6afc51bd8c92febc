import type { DesktopWord } from '@shared/contract/desktop'

/** What main says outside of the window. The window tells it in its own language (one catalogue); before that, nothing is said. */
export class WordBook {
  #words: Partial<Record<DesktopWord, string>> = {}

  /** Whether the window has told its words yet. */
  get isTold(): boolean {
    return Object.keys(this.#words).length > 0
  }

  told(words: Partial<Record<DesktopWord, string>>): void {
    this.#words = words
  }

  say(word: DesktopWord): string {
    return this.#words[word] ?? ''
  }
}
