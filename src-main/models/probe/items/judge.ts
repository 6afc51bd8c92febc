import { z } from 'zod'
import { structuredItem, user } from '../types'

const schema = z.object({ same: z.boolean() })

const pair = (a: string, b: string, same: boolean) =>
  structuredItem({
    ability: 'judge',
    id: `judge: ${a} / ${b}`,
    messages: [
      user(
        'Two topics of one person’s conversations. Are they the same topic, so that they should be one? ' +
          `Answer as JSON: {"same": true} or {"same": false}\n\nTopic A: ${a}\nTopic B: ${b}`,
      ),
    ],
    maxTokens: 20,
    schema,
    right: (answer) => answer.same === same,
  })

/** As many of each, so that always answering one way scores a half. The different ones are neighbours, not strangers. */
export const judgeItems = [
  pair('Choosing a dog breed for a flat', 'Which dogs suit apartment life', true),
  pair('Fixing the slow PostgreSQL query on orders', 'Missing index makes the orders page slow', true),
  pair('Half marathon training plan', 'Preparing to run 21 km in October', true),
  pair('Sourdough loaf stays flat', 'Why my homemade bread does not rise', true),
  pair('Mum’s 60th birthday party', 'Planung der Feier zu Mamas Sechzigstem', true),
  pair('Wifi is weak upstairs', 'Where to put the router for better reception', true),
  pair('Choosing a dog breed for a flat', 'Dog has eaten chocolate, what now', false),
  pair('Half marathon training plan', 'Which running shoes for flat feet', false),
  pair('Trip to Lisbon in May', 'Learning Portuguese for work', false),
  pair('Sourdough loaf stays flat', 'Recipe for a chocolate cake', false),
  pair('Fixing the slow PostgreSQL query on orders', 'Choosing a cloud provider for backups', false),
  pair('Tax return for the home office', 'Furnishing the home office', false),
]
