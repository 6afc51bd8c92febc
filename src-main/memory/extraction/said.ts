/** A person's own words in a message, sentence by sentence: without code, quotations and what was pasted. Pure. */
import { proseOf } from '../../language/prose'
import { sentences } from '../../language/sentences'

/** Lines of a mail or a message that is answered to. */
const QUOTED_LINE = /^[ \t]*(?:>|\|).*$/gmu
/** “…”, "…", «…», „…“, 「…」: of more than a word or two. Apostrophes are none. */
const QUOTATION =
  /“[^”\n]{3,2000}”|„[^“”\n]{3,2000}[“”]|"[^"\n]{3,2000}"|«[^»\n]{3,2000}»|»[^«\n]{3,2000}«|「[^」\n]{2,2000}」|『[^』\n]{2,2000}』|(?<![\p{L}\d])['‘](?=[\p{L}])[^'’\n]{8,2000}['’](?![\p{L}\d])/gu
/** “Anna: …”, “[12:03] Ben: …”: lines of a talk that was pasted. */
const SPEAKER_LINE =
  /^[ \t]*(?:\[[^\]\n]{1,40}\]|<[^>\n]{1,40}>|\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?)?[ \t]*[-–—]?[ \t]*\p{Lu}[\p{L}. ]{0,24}:[ \t]+\S/gmu
/** A text is to be worked on: what follows is somebody's text, not the person's word. */
const TEXT_WORK =
  /\b(?:translate|rephrase|paraphrase|proofread|rewrite|reword|summari[sz]e|correct (?:this|the|my)|fix (?:the|my|this) (?:grammar|text|spelling|essay|email|letter)|edit (?:this|my)|improve (?:this|my)|how (?:do|would|can|to|could) (?:i|you|we|one)? ?say|what does .{1,60} mean|write (?:me )?(?:an?|the|my|some) |draft |compose |pretend|role-?play|act as|continue the story|übersetze?|übersetzen|formuliere|korrigiere|fasse .{0,40}zusammen|schreib(?:e)? (?:mir )?(?:eine?n?|den|das)|traduc\w*|traduis\w*|traduz\w*|traduci\w*|reescrib\w*|resum\w*|riassum\w*|reformule\w*|corrige\w*|corrigi\w*|correggi|rédige\w*|écris|escribe\w*|escreva|scrivi\w*)\b|翻訳|訳して|要約|翻译|翻譯|改写|润色|переведи|перескажи|перефразируй|исправь/iu
const WORKED_ON = /[:：]\s*\S|["“”„«»「」'‘]|\n/u
const MAX_SENTENCE = 400

/**
 * The sentences of `text` that are the person's own words. None of a message that hands over a text to be worked on, none
 * of a pasted talk; what stands in quotation marks is gone.
 */
export function ownSentences(text: string): string[] {
  const plain = text.replace(/\r\n?/gu, '\n')
  if (TEXT_WORK.test(plain.slice(0, 300)) && WORKED_ON.test(plain)) return []
  if ([...plain.matchAll(SPEAKER_LINE)].length >= 2) return []
  const own = plain.replace(QUOTED_LINE, '').replace(QUOTATION, ' … ')
  // Tables of settings and logs have no prose to speak of.
  return sentences(proseOf(own))
    .map((s) => s.replace(/\s+/gu, ' ').trim())
    .filter((s) => s.length >= 4 && s.length <= MAX_SENTENCE && !s.includes('…'))
}
