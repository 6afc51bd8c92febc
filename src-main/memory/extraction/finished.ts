/** Tasks that the person's later words say are done. Pure. */
import type { StoredMemory, StoredMessage } from '../../store/types'
import { withoutDue } from '../dates/due'
import { doneByItsVerb, saysItsVerb } from './finished-verbs'
import { languages } from './patterns/languages'
import { ownSentences } from './said'
import { shareIn, tellingTerms } from './telling'

/** Nothing but that: what is done was spoken of just before. */
const JUST_DONE =
  /^(?:ok(?:ay)?[,!. ]+)?(?:(?:it['’]?s |that['’]?s |all )?(?:done|finished|sorted|taken care of)|erledigt|fertig|hecho|listo|(?:c['’]est )?fait|feito|pronto|fatto|готово|сделано|終わりました|完了(?:しました)?|完成了|做完了|搞定了?)[.!。！]*$/iu
/** So much of a task's words must come back. */
const SHARE = 0.6

const saysDone = (sentence: string) =>
  languages.find(({ done, notDone }) => done.test(sentence) && !notDone.test(sentence)) ?? null

/** Whether anything is said to be done at all: most talks need not be compared with tasks. */
export const anythingDone = (own: readonly StoredMessage[]): boolean =>
  own.some((m) =>
    ownSentences(m.text).some((s) => JUST_DONE.test(s) || saysDone(s) !== null || saysBriefly(s) || saysItsVerb(s)),
  )

/**
 * The open tasks that `own` (oldest first) says are done: by a sentence that says so in words of the task, or by a bare
 * “done” if one task alone was set just before in the same talk.
 */
export function finishedTasks(own: readonly StoredMessage[], open: readonly StoredMemory[]): StoredMemory[] {
  const done = new Set<StoredMemory>()
  for (const message of own) {
    const earlier = open.filter((task) => Date.parse(task.createdAt) < Date.parse(message.ts) && !done.has(task))
    for (const sentence of ownSentences(message.text)) {
      const task = JUST_DONE.test(sentence) ? onlyOneOf(earlier, message) : meant(sentence, earlier)
      if (task) done.add(task)
    }
  }
  return [...done]
}

function onlyOneOf(earlier: readonly StoredMemory[], message: StoredMessage): StoredMemory | null {
  const here = earlier.filter((task) => task.segmentId !== null && task.segmentId === message.segmentId)
  return here.length === 1 ? (here[0] ?? null) : null
}

/** Where one thing ends and another begins: “The plumber came, the sink is fixed”. */
const CLAUSES = /[,;:–—]+ |[,;]? (?:and|und|y|et|e|и|so|but) (?=\p{L})/iu
/** “I booked the plumber”: somebody was to be reached, and was. */
const REACHED =
  /^(?:i|we)(?:['’]ve| have)? (?:just |finally |already )?(?:called|phoned|rang|rung|booked|reached|texted|e-?mailed|messaged|spoke (?:to|with)|talked to) (?:the |my |our )?(?<whom>[^,.]{2,40}?)(?: (?:yesterday|today|this morning|already|back))?[.!]*$/iu
const TO_REACH = /^(?:call|phone|ring|text|e-?mail|message|contact|book|talk to|speak to|get hold of)\b/iu
/** “The sink is fixed”: what was the matter is the matter no more. */
const RESOLVED =
  /^(?:the|my|our) (?<what>[^,.]{2,40}?) (?:is|are|was|were|got|has been|have been) (?:now |all |finally )?(?:fixed|repaired|solved|sorted(?: out)?|taken care of|settled)[.!]*$/iu

const saysBriefly = (sentence: string): boolean =>
  sentence.split(CLAUSES).some((clause) => REACHED.test(clause.trim()) || RESOLVED.test(clause.trim()))

/** One half of a sentence can say it in one word, if one open task alone has that word and asks for such a thing. */
function meantBriefly(sentence: string, earlier: readonly StoredMemory[]): StoredMemory | null {
  for (const clause of sentence.split(CLAUSES)) {
    const [reached, resolved] = [REACHED.exec(clause.trim()), RESOLVED.exec(clause.trim())]
    const about = reached?.groups?.whom ?? resolved?.groups?.what
    if (about === undefined) continue
    const terms = tellingTerms(about)
    const having = earlier.filter(
      (task) => shareIn(terms, tellingTerms(task.content)) === 1 && (!reached || TO_REACH.test(task.content)),
    )
    if (having.length === 1 && having[0]) return having[0]
  }
  return null
}

function meant(sentence: string, earlier: readonly StoredMemory[]): StoredMemory | null {
  const brief = meantBriefly(sentence, earlier) ?? doneByItsVerb(sentence, earlier)
  if (brief) return brief
  const language = saysDone(sentence)
  if (!language) return null
  const said = tellingTerms(sentence.replace(new RegExp(language.done, 'giu'), ' '))
  // “I called the plumber”: the word that says it is done may be the task's own
  const whole = tellingTerms(sentence)
  const scored = earlier
    .map((task) => {
      const terms = tellingTerms(withoutDue(task.content))
      // What a task is about says more than when it is due: either side may hold the other.
      return {
        task,
        share: Math.max(shareIn(terms, said), shareIn(terms, whole), said.size > 1 ? shareIn(said, terms) : 0),
      }
    })
    .filter(({ share }) => share >= SHARE)
    .sort((a, b) => b.share - a.share)
  const [best, next] = scored
  return best && (!next || next.share < best.share) ? best.task : null
}
