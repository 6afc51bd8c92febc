/** Text that is quoted into a prompt must not be able to speak as a tag (01-domain, Tags; 05-trust, Attackers). */

/** Any beginning of a tag, complete or cut off by the end of the text. */
const TAG_BEGINNING = /<(?=[ \t]*\/?[ \t]*(?:mira\b|(?:m|mi|mir)?[ \t]*$))/gi

/**
 * `text` with every `<` that could begin a tag written as `‹`: still readable, never read as a tag by `parseTags`, not even
 * when a model repeats it or other text is put behind it. Everything else stays as it is; a second call changes nothing.
 */
export function escapeTags(text: string): string {
  return text.replace(TAG_BEGINNING, '‹')
}
