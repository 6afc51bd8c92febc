import type { FiledBy } from '@shared/domain'

export interface WhyInput {
  bucketTitle: string | null
  filedBy: FiledBy | null
  confidence: number | null
  /** The best existing buckets when it was judged, best first. */
  candidates: readonly { title: string; score: number }[]
  /** True if its bucket was made for the talk it belongs to, rather than found among the candidates. */
  founded: boolean
  /** The newest operation that moved it and still stands. */
  movedBy: { actor: string; sentence: string } | null
}

const percent = (score: number): string => `${Math.round(score * 100)} %`

/** One sentence that says who filed a message and on what grounds ("why here?"). */
export function whySentence({ bucketTitle, filedBy, confidence, candidates, founded, movedBy }: WhyInput): string {
  if (bucketTitle === null) return 'It is not filed yet: that happens when the talk around it closes.'
  if (filedBy === 'person') return `You put it into “${bucketTitle}”. Nothing automatic will ever move it.`
  if (movedBy) return movedBy.sentence
  if (filedBy === 'model') return `The model put it into “${bucketTitle}”.`
  const sure = confidence === null ? '' : ` It is ${percent(confidence)} sure.`
  const [best, second] = candidates
  const considered = [best, second].flatMap((c) => (c ? [`“${c.title}” (${percent(c.score)})`] : [])).join(' and ')
  const who = filedBy === 'import' ? 'It was imported, and the talk around it' : 'The talk around it'
  const verdict = founded
    ? `${who} was unlike anything filed before, so “${bucketTitle}” was made for it.`
    : `${who} fits “${bucketTitle}”.`
  return `${verdict}${sure}${considered === '' ? '' : ` Considered: ${considered}.`}`
}
