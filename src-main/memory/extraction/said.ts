/** A person's own words in a message, sentence by sentence: without code, quotations and what was pasted. Pure. */
import { sentences } from '../../language/sentences'
import { lettersAmong, linesAskedAbout, turnOf } from './foreign'
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
  /\b(?:translate|rephrase|paraphrase|proofread|rewrite|reword|summari[sz]e|correct (?:this|the|my)|fix (?:the|my|this) (?:grammar|text|spelling|essay|email|letter)|edit (?:this|my)|improve (?:this|my)|how (?:do|would|can|to|could) (?:i|you|we|one)? ?say|what does .{1,60} mean|write (?:me )?(?:an?|the|my|some) |draft |compose |continue the story|(?:reply|respond|answer) to (?:this|the following|that)|antworte auf (?:diese|die folgende)|beantworte (?:diese|die folgende)|responde a (?:este|esta)|réponds à (?:ce|cette)|rispondi a quest[oa]|ответь на эт|übersetze?|übersetzen|formuliere|korrigiere|fasse .{0,40}zusammen|schreib(?:e)? (?:mir )?(?:eine?n?|den|das)|traduc\w*|traduis\w*|traduz\w*|traduci\w*|reescrib\w*|resum\w*|riassum\w*|reformule\w*|corrige\w*|corrigi\w*|correggi|rédige\w*|écris|escribe\w*|escreva|scrivi\w*)\b|翻訳|訳して|要約|翻译|翻譯|改写|润色|переведи|перескажи|перефразируй|исправь/iu
/** What follows in the same line says what the made-up text is to be about. */
const FICTION =
  /(?<!\p{L})(?:(?:write|compose|make up|invent|tell)(?: me| us)? (?:an?|the|some) (?:\p{L}+ ){0,3}?(?:poem|story|song|monologue|dialogue|scene|play|sketch|novel|tale|haiku|limerick|rap|lyrics|fairy tale|diary entry)|(?:schreib|erfinde?|dichte?|erzähl)e?(?: mir| uns)? (?:eine?n?|das|die) (?:\p{L}+ ){0,3}?(?:gedicht|geschichte|lied|monolog|dialog|szene|märchen|theaterstück|sketch|roman|tagebucheintrag)|(?:escribe|inventa|cuenta|cuéntame|escríbeme) (?:una?|el|la) (?:\p{L}+ ){0,3}?(?:poema|cuento|canción|monólogo|diálogo|escena|historia|novela)|(?:écris|invente|raconte|compose)(?:-moi)? (?:une?|le|la) (?:\p{L}+ ){0,3}?(?:poème|histoire|chanson|monologue|dialogue|scène|conte|roman)|(?:escreve|escreva|inventa|invente|conta|conte)(?:-me)? (?:uma?|[oa]) (?:\p{L}+ ){0,3}?(?:poema|história|canção|conto|monólogo|diálogo|cena|romance)|(?:scrivi|inventa|racconta)(?:mi)? (?:un[oa]?['’]? ?|il |la )(?:\p{L}+ ){0,3}?(?:poesia|storia|canzone|racconto|monologo|dialogo|scena|romanzo|favola)|(?:напиши|сочини|придумай|расскажи)(?: мне)? (?:\p{L}+ ){0,3}?(?:стих\p{L}*|рассказ\p{L}*|песн\p{L}*|сказк\p{L}*|монолог|диалог|сцен\p{L}*|роман))(?!\p{L})|(?:詩|物語|歌詞|小説|俳句|童話|台本)を(?:書いて|作って|考えて)|[写编][一]?[首个篇段](?:[^。，]{0,8})(?:诗|故事|歌|小说|独白|对话|剧本|童话)/iu
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
  /** Not the person's own statement, but they may ask for it to be kept: “Remember that my friend said: …”. */
  introduces?: true
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
  const fiction = FICTION.test(plain.slice(0, 300))
  const { text: masked, restore } = maskLiterals(plain)
  const lines = masked.split('\n')
  const letters = lettersAmong(lines)
  const askedAbout = linesAskedAbout(lines)
  const statements: Statement[] = []
  let state: 'own' | 'plays' | 'supposes' | 'text' = playing ? 'plays' : 'own'
  let endsPlay = false
  lines.forEach((raw, line) => {
    const item = LIST_MARK.test(raw)
    const bare = raw.replace(LIST_MARK, '').replace(HEADING, '').replace(EMPHASIS, '')
    const pasted =
      foreign || letters[line] === true || line < askedAbout || QUOTED_LINE.test(raw) || CODE_LINE.test(raw)
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
      const mine = !pasted && before === 'own'
      const own = mine && state === 'own' && !introduced && !fiction
      const introduces = mine && (turn.kind === 'introduces' || fiction)
      statements.push({ text: tidy, own, item, line, ...(introduces ? { introduces } : {}) })
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
