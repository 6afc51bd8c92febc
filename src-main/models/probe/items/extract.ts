import { z } from 'zod'
import { structuredItem, user } from '../types'

const KINDS = ['preference', 'task', 'fact', 'insight'] as const
type Kind = (typeof KINDS)[number]
const schema = z.object({
  entries: z.array(z.object({ kind: z.enum(KINDS), text: z.string().min(1).max(160) })).max(4),
})

export interface MemorableTalk {
  id: string
  /** “User: …” and “Assistant: …”. */
  lines: readonly string[]
  /** Null where there is nothing to remember. */
  expected: { kinds: readonly Kind[]; about: RegExp } | null
}

const talk = (id: string, lines: readonly string[], expected: MemorableTalk['expected']): MemorableTalk => ({
  id,
  lines,
  expected,
})

/** What was written down is the one thing there is, of a fitting kind, and hardly more. */
export const isMemoryOf = ({ expected }: MemorableTalk, entries: readonly { kind: string; text: string }[]): boolean =>
  expected === null
    ? entries.length === 0
    : entries.length <= 2 &&
      entries.some(({ kind, text }) => expected.kinds.some((one) => one === kind) && expected.about.test(text))

/** One thing to remember each, of a known kind; in some there is nothing. */
export const memorableTalks: readonly MemorableTalk[] = [
  talk(
    'a diet',
    ['User: Any idea for dinner? No meat, I have been vegetarian for years.', 'Assistant: How about a lentil curry?'],
    { kinds: ['preference', 'fact'], about: /vegetarian|no meat/i },
  ),
  talk(
    'an allergy',
    ['User: Is there penicillin in it? I am allergic to that.', 'Assistant: No, it contains ibuprofen only.'],
    { kinds: ['fact', 'preference'], about: /penicillin|allerg/i },
  ),
  talk(
    'an open task',
    [
      'User: I still have to send the lease to the landlord by Friday.',
      'Assistant: Shall I draft the mail?',
      'User: Later.',
    ],
    { kinds: ['task'], about: /lease|landlord/i },
  ),
  talk(
    'a way of being answered',
    ['User: Please always give me metric units, I cannot picture inches.', 'Assistant: It is 38 cm wide.'],
    { kinds: ['preference'], about: /metric|units|inches/i },
  ),
  talk(
    'a new job',
    ['User: I start at the city library in March, as head of the archive.', 'Assistant: Congratulations!'],
    { kinds: ['fact'], about: /library|archive/i },
  ),
  talk(
    'what worked',
    ['User: I found out why I sleep badly: coffee after four. Without it I sleep through.', 'Assistant: Good to know!'],
    { kinds: ['insight', 'fact', 'preference'], about: /coffee|caffeine|sleep/i },
  ),
  talk(
    'small talk',
    ['User: Hi there!', 'Assistant: Hello! How are you?', 'User: Fine, thanks. Nice sun today.'],
    null,
  ),
  talk('a passing question', ['User: What is 17 times 23?', 'Assistant: 391.', 'User: Thanks.'], null),
  talk(
    'a move',
    [
      'User: Since June we live in Ghent, no longer in Leuven.',
      'Assistant: How do you like it there?',
      'User: Very much.',
    ],
    { kinds: ['fact', 'insight'], about: /ghent/i },
  ),
  talk(
    'a promise',
    ['User: Next week I have to give Ada her book back.', 'Assistant: Noted. Anything else?', 'User: No.'],
    { kinds: ['task'], about: /book|ada/i },
  ),
  talk(
    'a language',
    ['User: Bitte antworte mir immer auf Deutsch, auch wenn ich Englisch schreibe.', 'Assistant: Gerne.'],
    { kinds: ['preference'], about: /deutsch|german/i },
  ),
  talk(
    'a child',
    ['User: Our daughter Mila turns seven on 3 May.', 'Assistant: What would she like?', 'User: A bicycle, I suppose.'],
    { kinds: ['fact', 'insight'], about: /mila|daughter/i },
  ),
  talk('thanks', ['User: Great, thank you!', 'Assistant: You are welcome.', 'User: Bye.'], null),
  talk(
    'a fact about the world',
    [
      'User: How high is Mont Blanc?',
      'Assistant: About 4,806 metres.',
      'User: And Elbrus?',
      'Assistant: 5,642 metres.',
    ],
    null,
  ),
]

export const extractItems = memorableTalks.map((one) =>
  structuredItem({
    ability: 'extract',
    id: `extract: ${one.id}`,
    messages: [
      user(
        'From the conversation, write down what is worth remembering about the user for months: preferences, open tasks, ' +
          'lasting facts, insights. Small talk and what only matters now is not worth remembering; then the list is empty. ' +
          `Answer as JSON: {"entries": [{"kind": "preference|task|fact|insight", "text": "…"}]}\n\n${one.lines.join('\n')}`,
      ),
    ],
    maxTokens: 220,
    schema,
    right: ({ entries }) => isMemoryOf(one, entries),
  }),
)
