import type { FiledBy } from '@shared/domain'

export interface WhyInput {
  bucketTitle: string | null
  filedBy: FiledBy | null
  confidence: number | null
  candidates: readonly { title: string; score: number }[]
  /** The newest operation that moved it and still stands. */
  movedBy: { actor: string; sentence: string } | null
}

const percent = (score: number): string => `${Math.round(score * 100)} %`

/** One sentence that says who filed a message and on what grounds ("why here?"). */
export function whySentence({ bucketTitle, filedBy, confidence, candidates, movedBy }: WhyInput): string {
  if (bucketTitle === null) return 'It is not filed yet: that happens when the talk around it closes.'
  if (filedBy === 'person') return `You put it into “${bucketTitle}”. Nothing automatic will ever move it.`
  if (movedBy) return movedBy.sentence
  if (filedBy === 'model') return `The model put it into “${bucketTitle}”.`
  const sure = confidence === null ? '' : ` It is ${percent(confidence)} sure.`
  const [best, second] = candidates
  const considered = [best, second].flatMap((c) => (c ? [`“${c.title}” (${percent(c.score)})`] : [])).join(' and ')
  const who = filedBy === 'import' ? 'It was imported, and the talk around it' : 'The talk around it'
  return considered === ''
    ? `${who} was like nothing filed before, so “${bucketTitle}” was made for it.${sure}`
    : `${who} fits “${bucketTitle}”.${sure} Considered: ${considered}.`
}
