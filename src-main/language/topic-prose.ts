/**
 * What of a message may name a topic or be quoted: sentences, not what stands between them. Code, tables, formulas, mail headers,
 * terminal colours and identifiers are about something too, but their words are nobody's way of saying it.
 */
import { withoutEntities } from './entities'
import { bounded, withoutMarkup } from './prose'

/** Stands where something was taken out, so that the words around it do not become neighbours. No word, and no glue of phrases. */
const HOLE = ' · '

/** Terminal colours, as bytes and as people paste them. “[image: …]” at the beginning of a line is none. */
const ESCAPES = /(?:(?!\s)\p{Cc}|\\x1b|\\u001b|\\033|\\e)\[[0-9;?]*[A-Za-z]/giu
const FORMULA =
  /\$\$[\s\S]{0,2000}?\$\$|\\\[[\s\S]{0,2000}?\\\]|\\\([^\n]{0,500}?\\\)|(?<![\p{L}\d])\$(?=[^$\n]{0,300}[\\^_=])[^$\n]{1,300}\$/gu
const COMMAND = /\\[A-Za-z]+\*?(?:\{[^{}\n]{0,80}\})*/g
const INLINE_CODE = /`([^`\n]{1,200})`/g
const COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?)\([^)\n]{0,60}\)/gi
const PATH = /(?:[A-Za-z]:\\|(?<![\p{L}\d<])~?\.{0,2}\/)(?:[\w.@-]+[\\/])+[\w.@-]*|\b[\w-]+(?:[\\/][\w.-]+){2,}/gu
/** `snake_case`, `useEffect`, `call()`, `config.yaml`: names of a program's parts. “iPhone” and “WebSocket” are names of things. */
const IDENTIFIER =
  /(?<![\p{L}\d])(?:[A-Za-z]\w*_\w+|[a-z]{2,}[A-Z][a-z]\w*|[A-Za-z_][\w.]*\([^)\n]{0,80}\)|[\w-]+\.(?:ya?ml|json|py|js|ts|tsx|jsx|css|html?|md|txt|csv|sql|sh|toml|xml|env|log|java|cpp|rb|go|rs|ipynb))(?![\p{L}\d])/gu

/** Begins a line of a mail's head, in some languages people write mail in. */
const MAIL_FIELD =
  /^[ \t>]*\*?(?:from|to|cc|bcc|sent|date|subject|reply-to|von|an|gesendet|datum|betreff|de|à|envoyé|objet|para|enviado|asunto|fecha|da|inviato|oggetto|data|aan|verzonden|onderwerp|kimden|kime|konu|tarih|gönderildi|от|кому|тема|дата|差出人|宛先|件名|日時|送信日時|发件人|收件人|主题|日期)\*?[ \t]*[:：]/iu
/** “On Monday, Ada wrote:” above a quoted mail. */
const QUOTED_BY =
  /^[ \t>]*(?:on|am|le|il|el|op)\b.{4,120}\b(?:wrote|schrieb(?: .{1,60})?|a écrit|ha scritto|escribió|schreef(?: .{1,60})?)\s*:\s*$/iu
const FORWARDED = /^[ \t>]*-{2,}\s*(?:original message|forwarded message|ursprüngliche nachricht|weitergeleitete).*$/iu
/** The line that begins a signature. */
const SIGNATURE = /^--\s?$/

const TABLE = /^\s*\|.*\||^[^|\n]*\|[^|\n]*\||^\s*[+|]?[-=+|: ]{4,}[+|]?\s*$|\t\S*\t/u
const CODE_BEGINNING =
  /^\s*(?:import\s+[\w{*'"]|from\s+[\w.]+\s+import\b|export\s+(?:default|const|function|class)\b|(?:const|let|var)\s+\w+\s*[=:;]|def\s+\w+\s*\(|class\s+\w+\s*[({:]|(?:async\s+)?function\b.*\(|return\b.*[;)\]]$|#include\b|(?:public|private|protected|static)\s+\w|select\b.+\bfrom\b|(?:insert into|create table|alter table)\b|@\w+(?:\(|$)|[$>]\s?\w+|(?:npm|npx|pip|git|sudo|docker|curl|apt|brew)\s+[\w-]+\s|<\/?[a-z][\w-]*[\s>]|\/\/|\/\*|\*\/|[}\])]+[;,]?\s*$)/iu
/** Nobody says these. */
const CODE_ALWAYS =
  /^\s*(?:from\s+[\w.]+\s+import\s.*|import\s+[\w.]+(?:\s+as\s+\w+)?;?|(?:const|let|var)\s+\w+\s*=.*|def\s+\w+\(.*|#include\b.*)$/u
const CODE_ENDING = /[;{}]\s*$|=>\s*\{?$|\)\s*:\s*$|,\s*\{$/u
const SIGNS = /[=<>{}()[\];|\\$^_%&*/+~]/g

/** Text that is no sentence line by line: rows, mail heads, program lines. */
function withoutLines(text: string): string {
  const kept: string[] = []
  let header = 0
  for (const line of text.split('\n')) {
    if (SIGNATURE.test(line) && kept.length > 0) break
    if (MAIL_FIELD.test(line)) {
      header += 1
      kept.push(line)
      continue
    }
    // One such line alone may be a person's own (“To: do the dishes”); several are a head.
    if (header > 1) kept.splice(kept.length - header, header)
    header = 0
    if (TABLE.test(line) || QUOTED_BY.test(line) || FORWARDED.test(line) || isCode(line)) kept.push('')
    else kept.push(line)
  }
  if (header > 1) kept.splice(kept.length - header, header)
  return kept.join('\n')
}

function isCode(line: string): boolean {
  if (line.trim() === '') return false
  if (CODE_ALWAYS.test(line)) return true
  if (CODE_BEGINNING.test(line) && (CODE_ENDING.test(line) || signs(line) > 0.06)) return true
  return (CODE_ENDING.test(line) && signs(line) > 0.04) || signs(line) > 0.14
}

const signs = (line: string): number => (line.match(SIGNS)?.length ?? 0) / line.trim().length

/** The sentences of `text` as words for titles: without code, identifiers, links and addresses; at most 8,000 characters. */
export function topicProse(text: string): string {
  const plain = withoutLines(bounded(text).replace(ESCAPES, '').replace(FENCED_INLINE, '').replace(FORMULA, HOLE))
  return withoutMarkup(withoutEntities(plain.replace(INLINE_CODE, HOLE).replace(COLOUR, HOLE)))
    .replace(COMMAND, HOLE)
    .replace(PATH, HOLE)
    .replace(IDENTIFIER, HOLE)
}

/** The same as sentences to quote: inline code, links and addresses stay whole; `LOST` stands where a sentence lacks something. */
export function quotableProse(text: string): string {
  const plain = withoutLines(bounded(text).replace(ESCAPES, '').replace(FENCED_INLINE, ''))
  const words = withoutMarkup(withoutEntities(plain.replace(INLINE_CODE, '$1')), { quote: true })
  return words.replace(FORMULA_MARKS, '')
}

/** What stands around a formula within a sentence. */
const FORMULA_MARKS = /\\[()[\]]/g

/** Fences are taken out before lines are looked at; `withoutMarkup` would find them torn. */
const FENCED_INLINE = /^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n[ \t]*\1[`~]*[ \t]*(?=\n|$)|(?![\s\S]))/gm
