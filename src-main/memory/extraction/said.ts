/** A person's own words in a message, sentence by sentence: without code, quotations and what was pasted. Pure. */
import { sentences } from '../../language/sentences'
import { lettersAmong, turnOf } from './foreign'
import { hasMark, type Masked, maskLiterals, withoutMarks } from './literals'

/** Lines of a mail or a message that is answered to, or of a table. */
const QUOTED_LINE = /^[ \t]*(?:>|\|)/u
const CODE_LINE =
  /^[ \t]*(?:\/\/|\/\*|#!|#include|--[^-]|import .+ from |(?:const|let|var|def|function|class|return)\b.*[=({;:])|[;{}][ \t]*$/u
/** “Anna: …”, “[12:03] Ben: …”: lines of a talk that was pasted. */
const SPEAKER_LINE =
  /^[ \t]*(?:\[[^\]\n]{1,40}\]|<[^>\n]{1,40}>|\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?)?[ \t]*[-–—]?[ \t]*\p{Lu}[\p{L}. ]{0,24}:[ \t]+\S/gmu
/** A text is to be worked on: what follows is somebody's text, not the person's word. */
const TEXT_WORK =
  /\b(?:translate|rephrase|paraphrase|proofread|rewrite|reword|summari[sz]e|correct (?:this|the|my)|fix (?:the|my|this) (?:grammar|text|spelling|essay|email|letter)|edit (?:this|my)|improve (?:this|my)|how (?:do|would|can|to|could) (?:i|you|we|one)? ?say|what does .{1,60} mean|write (?:me )?(?:an?|the|my|some) |draft |compose |continue the story|übersetze?|übersetzen|formuliere|korrigiere|fasse .{0,40}zusammen|schreib(?:e)? (?:mir )?(?:eine?n?|den|das)|traduc\w*|traduis\w*|traduz\w*|traduci\w*|reescrib\w*|resum\w*|riassum\w*|reformule\w*|corrige\w*|corrigi\w*|correggi|rédige\w*|écris|escribe\w*|escreva|scrivi\w*)\b|翻訳|訳して|要約|翻译|翻譯|改写|润色|переведи|перескажи|перефразируй|исправь/iu
const WORKED_ON = /[:：]\s*\S|["“”„«»「」'‘]|\n/u
const LIST_MARK = /^[ \t]*(?:[-*+•·]|\d{1,3}[.)]|\[[ xX]\])[ \t]+/u
const EMPHASIS = /(?<![\p{L}\p{N}])([*_]{1,3}|~~)(?=\S)|(?<=\S)([*_]{1,3}|~~)(?![\p{L}\p{N}])/gu
const HEADING = /^[ \t]*#{1,6}[ \t]+/u
/** Sentences are looked for in so much of a message from its beginning. */
const MOST_READ = 40_000
const MAX_SENTENCE = 400

/** A sentence of a message, its links, quotations and code behind marks. */
export interface Statement {
  text: string
  /** False: it stands in a text that is not the person's own word (a poem, a letter, a game, a supposed case). */
  own: boolean
  /** It stands in a list. */
  item: boolean
  /** Of its line; a gap of more than one between two statements is a blank line. */
  line: number
}

export interface Said {
  statements: Statement[]
  restore: Masked['restore']
  /** A game of roles was begun in it, and not ended. */
  plays: boolean
  /** A game that was going on was ended in it. */
  endsPlay: boolean
}

/** Hands over a text to be translated, rewritten or continued, or a talk that was pasted: nothing in it is the person's word. */
function isSomebodysText(plain: string): boolean {
  if (TEXT_WORK.test(plain.slice(0, 300)) && WORKED_ON.test(plain)) return true
  return [...plain.matchAll(SPEAKER_LINE)].length >= 2
}

/** What a message says, sentence by sentence. @param playing a game of roles is going on */
export function readMessage(text: string, playing = false): Said {
  const plain = text.replace(/\r\n?/gu, '\n').slice(0, MOST_READ)
  const foreign = isSomebodysText(plain)
  const { text: masked, restore } = maskLiterals(plain)
  const lines = masked.split('\n')
  const letters = lettersAmong(lines)
  const statements: Statement[] = []
  let state: 'own' | 'plays' | 'supposes' | 'text' = playing ? 'plays' : 'own'
  let endsPlay = false
  lines.forEach((raw, line) => {
    const item = LIST_MARK.test(raw)
    const bare = raw.replace(LIST_MARK, '').replace(HEADING, '').replace(EMPHASIS, '')
    const pasted = foreign || letters[line] === true || QUOTED_LINE.test(raw) || CODE_LINE.test(raw)
    let introduced = false
    for (const sentence of sentences(bare)) {
      const tidy = sentence.replace(/\s+/gu, ' ').trim()
      if (tidy === '') continue
      const turn = turnOf(tidy)
      const before = state
      if (turn.kind === 'plays_no_more') {
        endsPlay ||= state === 'plays'
        state = 'own'
        continue
      }
      if (state === 'own' && !pasted) {
        if (turn.kind === 'plays') state = 'plays'
        else if (turn.kind === 'supposes') state = 'supposes'
        else if (turn.kind === 'introduces') {
          if (turn.more) state = 'text'
          introduced = true
        }
      }
      const own = !pasted && before === 'own' && state === 'own' && !introduced
      statements.push({ text: tidy, own, item, line })
    }
  })
  return { statements, restore, plays: state === 'plays', endsPlay }
}

/**
 * The sentences of `text` that are the person's own words, with every address and number they hold. None of a message that
 * hands over a text to be worked on, none of a pasted talk; a sentence that holds a quotation is left out.
 */
export function ownSentences(text: string): string[] {
  const { statements, restore } = readMessage(text)
  return statements.flatMap((statement) => {
    const plain = plainOf(statement)
    return plain === null ? [] : [restore(plain)]
  })
}

/** The statement as patterns read it; null if it is no plain word of the person's. */
export function plainOf({ text, own }: Statement): string | null {
  if (!own || hasMark(text, 'quote')) return null
  const plain = withoutMarks(withoutMarks(text, 'code'), 'note').replaceAll('`', '').replace(/\s+/gu, ' ').trim()
  return plain.length >= 4 && plain.length <= MAX_SENTENCE ? plain : null
}
