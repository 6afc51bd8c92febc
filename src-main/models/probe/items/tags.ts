import { system, type TextItem, user } from '../types'

/** The seeds' prompt block in short: what a model with this ability is given in every conversation. */
const INSTRUCTIONS = `Answer the user. Then file the exchange: ask yourself “Will we discuss this topic again?”
- The current topic goes on: the same bucket. A former topic returns: that bucket.
- A new topic that will come up again: a new bucket, named topic_name_XXX, with new_bucket="true".
- A one-off question: ephemeral_XXX, with new_bucket="true".
End your answer with exactly one tag:
<mira:bucket_id="existing_bucket_id" />
or
<mira:bucket_id="topic_name_XXX" new_bucket="true" />

=== PRIMARY CONTEXT - Active Topics ===
Bucket: dog_breeds_001
Topic: Choosing a dog
Summary: lives in a flat; wants a calm, small dog; allergic to long hair

=== AVAILABLE TOPICS - Load on Demand ===
- sourdough_001: Baking sourdough bread (45 msgs, last: 1 week ago)
- thesis_002: Master thesis on glaciers (67 msgs, last: 3 days ago)`

interface Tag {
  bucket: string
  isNew: boolean
}

/** The last bucket tag of an answer, in the tolerant reading of 01-domain (spaces, capitals, either quote). */
export function lastTag(answer: string): Tag | null {
  const tags = [...answer.matchAll(/<mira:\s*bucket_id\s*=\s*["']([\w-]+)["']([^>]*)>/gi)]
  const last = tags.at(-1)
  if (!last?.[1]) return null
  return { bucket: last[1], isNew: /new_bucket\s*=\s*["']true["']/i.test(last[2] ?? '') }
}

const hasProse = (answer: string): boolean => answer.replace(/<[^>]*>/g, '').trim().length > 2

const ask = (text: string, right: (tag: Tag) => boolean): TextItem => ({
  kind: 'text',
  ability: 'tags',
  id: `tags: ${text}`,
  messages: [system(INSTRUCTIONS), user(text)],
  maxTokens: 260,
  right: (answer) => {
    const tag = lastTag(answer)
    return tag !== null && hasProse(answer) && right(tag)
  },
})

const known =
  (id: string) =>
  ({ bucket, isNew }: Tag): boolean =>
    bucket === id && !isNew
const fresh = ({ bucket, isNew }: Tag): boolean =>
  isNew && !['dog_breeds_001', 'sourdough_001', 'thesis_002'].includes(bucket)
const oneOff = (tag: Tag): boolean => fresh(tag) && /^(ephemeral|temp)/i.test(tag.bucket)
const lasting = (tag: Tag): boolean => fresh(tag) && !oneOff(tag)

export const tagItems: readonly TextItem[] = [
  ask('Would a whippet be calm enough for us?', known('dog_breeds_001')),
  ask('And how long can one leave such a dog alone?', known('dog_breeds_001')),
  ask('My loaf collapsed in the oven again. Too long a rise?', known('sourdough_001')),
  ask('How do I cite satellite images in chapter three on ice retreat?', known('thesis_002')),
  ask('What is 15 percent of 240?', oneOff),
  ask('How do you spell “rhythm”?', oneOff),
  ask('I want to learn the guitar over the next year. How should I begin?', lasting),
  ask('We are going to rebuild our kitchen this spring; let us plan it together, step by step.', lasting),
  ask('Would a poodle do, with the allergy?', known('dog_breeds_001')),
  ask('The starter smells of nail varnish. Is the dough lost?', known('sourdough_001')),
  ask('How long should the conclusion of my thesis be?', known('thesis_002')),
  ask('Which year did the Titanic sink?', oneOff),
]
