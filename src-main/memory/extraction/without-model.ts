/** What a segment says that is worth remembering, without a model: by patterns on the person's own words. Pure. */
import type { StoredMessage } from '../../store/types'
import { type Candidate, CONFIDENCE, relevanceOf } from './candidate'
import { findMemories } from './patterns'
import { ownSentences } from './said'

export function candidatesByPatterns(own: readonly StoredMessage[]): Candidate[] {
  return own.flatMap((message) =>
    findMemories(message.text).map(
      ({ category, content, explicit }): Candidate => ({
        category,
        content,
        source: 'pattern',
        explicit,
        confidence: CONFIDENCE.pattern,
        relevanceScore: relevanceOf(category, explicit),
        sourceMessageIds: [message.id],
        reflection: null,
        at: Date.parse(message.ts),
      }),
    ),
  )
}

/** Says yes to what was said before, and nothing that takes it back. */
const YES =
  /^(?:yes|yeah|yep|exactly|right|correct|that['’]s right|that is right|indeed|ja|genau|stimmt|richtig|sí|exacto|correcto|oui|exactement|sim|exato|sì|esatto|да|верно|точно|はい|そうです|その通り|是的|对的?|没错)(?=[\s,.!。，！]|$)(?!.*(?:\?|\bbut\b|\baber\b|\bpero\b|\bmais\b|\bmas\b|\bma\b|(?<!\p{L})но(?!\p{L})|でも|但))/iu
/** “You prefer …” in the person's own terms. */
const TO_MYSELF: readonly [RegExp, string][] = [
  [/\byou are\b/giu, 'I am'],
  [/\byou['’]re\b/giu, 'I’m'],
  [/\byou['’]ve\b/giu, 'I’ve'],
  [/\byour\b/giu, 'my'],
  [/\byou\b/giu, 'I'],
]
const LEADS_TO_IT = /^(?:(?:so|ah|okay|ok|then|got it|understood|noted|i see|i understand)[,:.!]* )*(?:that )?/iu
const ASKS = /(?:[,–—-]+ ?(?:right|correct|is that right|yes|don['’]t you|aren['’]t you))?\?+$/iu

/**
 * What the assistant said of the person and the person confirmed in the next message. Only where their words can be turned
 * round by rule, which is English.
 */
export function candidatesConfirmed(messages: readonly StoredMessage[], own: ReadonlySet<string>): Candidate[] {
  return messages.flatMap((reply, i) => {
    const next = messages[i + 1]
    if (reply.role !== 'assistant' || !next || !own.has(next.id) || !YES.test(next.text.trim())) return []
    const last = ownSentences(reply.text).at(-1) ?? ''
    const claim = last.replace(LEADS_TO_IT, '').replace(ASKS, '')
    if (!/^(?:you|your)\b/iu.test(claim)) return []
    const turned = TO_MYSELF.reduce((text, [from, to]) => text.replace(from, to), claim)
    return findMemories(turned.replace(/^\p{Ll}/u, (c) => c.toUpperCase())).map(
      ({ category, content }): Candidate => ({
        category,
        content,
        source: 'assistant',
        explicit: false,
        confidence: CONFIDENCE.assistant,
        relevanceScore: relevanceOf(category, false),
        sourceMessageIds: [reply.id, next.id],
        reflection: null,
        at: Date.parse(next.ts),
      }),
    )
  })
}
