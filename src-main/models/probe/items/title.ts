import { z } from 'zod'
import { structuredItem, user } from '../types'

const schema = z.object({ title: z.string().min(1).max(80) })
const MAX_WORDS = 8

export interface TitledTalk {
  id: string
  /** “User: …” and “Assistant: …”. */
  lines: readonly string[]
  /** What a title of it has to name. */
  about: RegExp
}

const talk = (id: string, lines: readonly string[], about: RegExp): TitledTalk => ({ id, lines, about })

/** Short, about the thing, and no line of the talk. */
export const isTitleOf = ({ lines, about }: TitledTalk, title: string): boolean =>
  about.test(title) && title.trim().split(/[\s-]+/).length <= MAX_WORDS && !lines.some((line) => line.includes(title))

/** The title has to name the thing, though no line of the talk says it as a title would. */
export const titledTalks: readonly TitledTalk[] = [
  talk(
    'sourdough',
    [
      'User: Mine came out flat again.',
      'Assistant: How old is the starter?',
      'User: Two weeks, I feed it rye every day. The loaf hardly rises.',
    ],
    /bread|loaf|sourdough|starter|bak/i,
  ),
  talk(
    'router',
    [
      'User: Upstairs I only get one bar.',
      'Assistant: Where does the router stand?',
      'User: In the cellar, behind the boiler. The wifi drops in every call.',
    ],
    /wi-?fi|router|network|signal|internet|connection/i,
  ),
  talk(
    'Lisbon',
    [
      'User: We have four days in May.',
      'Assistant: With the children?',
      'User: Yes. We fly into Lisbon and want one day at the sea.',
    ],
    /lisbon|portugal|trip|travel|holiday|vacation/i,
  ),
  talk(
    'knee',
    [
      'User: It hurts going downstairs, not up.',
      'Assistant: Since when does the knee hurt?',
      'User: Since I started running ten kilometres twice a week.',
    ],
    /knee|running|pain|injur/i,
  ),
  talk(
    'tax',
    [
      'User: Can I claim the desk?',
      'Assistant: If you work from home, often yes.',
      'User: And the internet bill? The return is due at the end of July.',
    ],
    /\btax|deduct|home office/i,
  ),
  talk(
    'tomatoes',
    [
      'User: The leaves roll up and have yellow spots.',
      'Assistant: How often do you water the tomatoes?',
      'User: Every evening, from above with the hose.',
    ],
    /tomato|plant|garden|leaves|water/i,
  ),
  talk(
    'Geburtstag',
    [
      'User: Sie wird sechzig und wir sind dreißig Leute.',
      'Assistant: Drinnen oder im Garten?',
      'User: Im Garten, mit Zelt. Wer macht das Essen für Mamas Geburtstag?',
    ],
    /geburtstag|feier|fest|party|birthday/i,
  ),
  talk(
    'database',
    [
      'User: The query takes nine seconds.',
      'Assistant: What does EXPLAIN say?',
      'User: A sequential scan on orders. There is no index on customer_id.',
    ],
    /quer|index|database|sql|perform|slow/i,
  ),
  talk(
    'passport',
    [
      'User: It ran out last year and I only noticed now.',
      'Assistant: When do you leave?',
      'User: In three weeks. How fast does the office issue a new passport?',
    ],
    /passport|renew|travel document/i,
  ),
  talk(
    'interview',
    [
      'User: They asked me to come on Tuesday for an hour.',
      'Assistant: Which position is it?',
      'User: Team lead. I am nervous about the question why I left my last job.',
    ],
    /interview|job|position|team lead/i,
  ),
  talk(
    'Heizung',
    [
      'User: Im Bad bleibt der Heizkörper kalt.',
      'Assistant: Sind die anderen warm?',
      'User: Ja, alle. Entlüftet habe ich ihn schon zweimal.',
    ],
    /heiz|radiator|kalt|heating|bad/i,
  ),
  talk(
    'budget',
    [
      'User: At the end of the month nothing is left.',
      'Assistant: Do you write down what you spend?',
      'User: No. Rent is 900, and I would like to put 200 aside.',
    ],
    /budget|money|sav|spend|finance|expense/i,
  ),
]

export const titleItems = titledTalks.map((one) =>
  structuredItem({
    ability: 'title',
    id: `title: ${one.id}`,
    messages: [
      user(
        `Give this conversation a title of at most ${MAX_WORDS} words that says what it is about. ` +
          `Answer as JSON: {"title": "…"}\n\n${one.lines.join('\n')}`,
      ),
    ],
    maxTokens: 60,
    schema,
    right: ({ title }) => isTitleOf(one, title),
  }),
)
