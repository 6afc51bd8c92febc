/** What programs put around the words of a message: it says nothing of what the message is about. */

/** Escape sequences of a terminal, also where the escape character itself was lost. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what they begin with
const TERMINAL = /\u001b\[[\d;]{0,20}[A-Za-z]|(?<![\w[])\[\d{1,3}(?:;\d{1,3}){0,4}m/g
const URL = /\b(?:https?:\/\/|www\.)[^\s<>"')\]]+/gi
const ADDRESS = /[^\s@<>"']{1,64}@[^\s@<>"']{1,255}/g
const COLOUR = /#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b|\brgba?\([\d\s.,%/]{3,40}\)/gi
/** `[shares a picture: a red kite]`, `[image]`, `[voice message, 0:42]`: what it shows is said, that it is one is not. */
const ANNOTATION = /\[(?:[^\][\n:]{1,40}:)?([^\][\n]{0,400})\]/g
const LONE_NOTE = /^\[[\p{L}\d ,:_-]{1,40}\]$/u
const QUOTED = /^[ \t]{0,3}>/
/** `From: …`, `Betreff: …`: a mail's header in any language is two such lines or more with a sender, a time or an address. */
const HEADER = /^[ \t]{0,3}\p{L}[\p{L}-]{1,15}(?: \p{L}{1,12})?[ \t]{0,2}[:：][ \t]*\S/u
const HEADER_SIGN = /@|\b\d{1,2}[:.]\d{2}\b|^[ \t]*(?:re|fwd?|aw|wg|sv|tr)[ \t]*:/i
const SIGNATURE = /^--[ \t]?$/
const SENT_WITH =
  /^(?:sent (?:from|with) (?:my )?\S|gesendet (?:von|mit) \S|envoyé (?:de|depuis) \S|enviado desde \S|inviato da \S)/i
const INTRODUCTION =
  /^(?:on|am|le|el|il|em) .{4,200}(?:wrote|schrieb|a écrit|escribió|ha scritto|escreveu)[ \t]*[:：]$/i
const ORIGINAL = /^-{2,}.{0,60}-{2,}$/
const LIST_MARK = /^[ \t]*(?:[-*+•]|\d{1,3}[.)]|\p{L}[.)]|\[[ x]\])[ \t]+(?:\[[ xX]\][ \t]+)?/u

/** The words of a message without links, addresses, colour and escape codes, list marks, quoted mail with its headers, and signatures. */
export function withoutBoilerplate(text: string): string {
  const kept: string[] = []
  let headers: string[] = []
  const settle = (): void => {
    const isMail =
      headers.length > 1 && headers.some((line) => HEADER_SIGN.test(line.replace(HEADER, '')) || HEADER_SIGN.test(line))
    if (!isMail) kept.push(...headers)
    headers = []
  }
  for (const line of text.replace(TERMINAL, ' ').split(/\r\n?|\n/)) {
    if (HEADER.test(line)) {
      headers.push(line)
      continue
    }
    settle()
    if (SIGNATURE.test(line)) break
    const bare = line.trim()
    if (QUOTED.test(line) || SENT_WITH.test(bare) || INTRODUCTION.test(bare) || ORIGINAL.test(bare)) continue
    kept.push(line)
  }
  settle()
  return withoutAddresses(
    kept
      .map((line) => line.replace(LIST_MARK, ''))
      .join('\n')
      .replace(URL, ' '),
  )
    .replace(COLOUR, ' ')
    .replace(ANNOTATION, (note: string, shown: string) =>
      LONE_NOTE.test(note) && !note.includes(': ') ? ' ' : ` ${shown} `,
    )
}

/** Most texts hold none, and looking for one at every character costs more than all the rest. */
const withoutAddresses = (text: string): string => (text.includes('@') ? text.replace(ADDRESS, ' ') : text)
