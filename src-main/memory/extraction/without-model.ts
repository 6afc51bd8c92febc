/** What a segment says that is worth remembering, without a model: by patterns on the person's own words. Pure. */
import type { MemoryCategory } from '@shared/memory'
import type { StoredMessage } from '../../store/types'
import { dueOf, withDue, withoutDue } from '../dates/due'
import { countsAhead, type SaidOn } from '../dates/resolve'
import { type Candidate, CONFIDENCE, relevanceOf } from './candidate'
import { movedIn } from './changes'
import { type Found, findMemories, readMemories } from './patterns'
import { DATED } from './patterns/tasks'
import { type Retraction, withValue } from './retractions'
import { ownSentences } from './said'

/** What takes back or corrects something that was said before, with when it was said. */
export interface SaidRetraction {
  retraction: Retraction
  message: StoredMessage
  /** The person's message before it in the same talk. */
  previous: StoredMessage | null
}

export interface ByPatterns {
  candidates: Candidate[]
  retractions: SaidRetraction[]
  /** Those of a message that the next one asked to be remembered: “please remember that”. */
  asksForTheLast: ReadonlySet<Candidate>
}

/** Where and when a talk takes place: days that are named are resolved against it. */
export type Place = Omit<SaidOn, 'at'>

/**
 * What the person's messages of a talk say, oldest first. A joke that is taken back in the next message is never learned;
 * “please remember that” in a message of its own means the one before.
 * @param amongPeople they speak to one another and not to an assistant: whoever says “don't forget to …” asks somebody else
 */
export function readTalk(own: readonly StoredMessage[], place: Place, amongPeople = false): ByPatterns {
  const candidates: Candidate[] = []
  const retractions: SaidRetraction[] = []
  const asksForTheLast = new Set<Candidate>()
  const lastOf = new Map<string, StoredMessage>()
  let playing = false
  for (const message of own) {
    const read = readMemories(message.text, playing)
    playing = read.plays
    // what one takes back is one's own word
    const previous = lastOf.get(message.author) ?? null
    const ofLast = previous === null ? [] : candidates.filter((c) => c.sourceMessageIds.at(-1) === previous.id)
    if (read.asksForTheLast && previous !== null && !amongPeople) {
      for (const one of ofLast) asksForTheLast.add(Object.assign(one, { explicit: true, relevanceScore: 1 }))
      if (ofLast.length === 0 && !previous.text.includes('?')) {
        const content = ownSentences(previous.text).join(' ').trim()
        const whole = candidateOf({ category: 'fact', content, explicit: true }, previous, place)
        if (content !== '') asksForTheLast.add(whole)
        if (content !== '') candidates.push(whole)
      }
    }
    for (const retraction of read.retractions) {
      if (retraction.kind === 'takes_back' && ofLast.some((c) => !c.explicit)) {
        for (const one of ofLast.filter((c) => !c.explicit)) candidates.splice(candidates.indexOf(one), 1)
        continue
      }
      if (retraction.kind === 'replace') {
        const corrected = ofLast.findLast((c) => withValue(withoutDue(c.content), retraction.value, retraction.instead))
        const content = corrected && withValue(withoutDue(corrected.content), retraction.value, retraction.instead)
        if (corrected && content && !corrected.explicit) {
          corrected.content = dated(corrected.category, content, message, place)
          corrected.sourceMessageIds.push(message.id)
          continue
        }
      }
      retractions.push({ retraction, message, previous })
    }
    const found = amongPeople ? read.found.flatMap(unasked) : read.found
    candidates.push(...found.map((one) => candidateOf(one, message, place)))
    lastOf.set(message.author, message)
  }
  return { candidates, retractions, asksForTheLast }
}

/** What one asks another person to remember, as far as it says something of the one who asks. */
const unasked = (found: Found): Found[] =>
  found.explicit ? findMemories(found.content).filter((m) => !m.explicit) : [found]

function candidateOf(found: Found, message: StoredMessage, place: Place): Candidate {
  const { explicit } = found
  const content = dated(found.category, found.content, message, place)
  // what was put to another day is an appointment; to another hour, what comes again and again
  const isMoved = found.category === 'task' && !explicit && movedIn(found.content) !== null
  const category = isMoved && dueOf(content) === null ? 'fact' : found.category
  const onlyAsContrary = found.onlyAsContrary && !(isMoved && dueOf(content) !== null)
  return {
    category,
    content,
    source: 'pattern',
    explicit,
    confidence: CONFIDENCE.pattern,
    relevanceScore: relevanceOf(category, explicit),
    sourceMessageIds: [message.id],
    reflection: null,
    at: Date.parse(message.ts),
    author: message.author,
    ...(onlyAsContrary ? { onlyAsContrary } : {}),
  }
}

/**
 * A task, an appointment or whatever else is ahead with the day it names, counted from the day it was said on: “My mother is
 * visiting tomorrow” would be read as another day the day after.
 */
export function dated(
  category: MemoryCategory,
  content: string,
  { ts }: Pick<StoredMessage, 'ts'>,
  place: Place,
): string {
  const isAhead = category === 'fact' && countsAhead(content)
  return category === 'task' || isAhead || DATED.test(content)
    ? withDue(content, { at: Date.parse(ts), ...place })
    : content
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
        author: next.author,
      }),
    )
  })
}
