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

const same = [
  ['Choosing a dog breed for a flat', 'Which dogs suit apartment life'],
  ['Fixing the slow PostgreSQL query on orders', 'Missing index makes the orders page slow'],
  ['Half marathon training plan', 'Preparing to run 21 km in October'],
  ['Sourdough loaf stays flat', 'Why my homemade bread does not rise'],
  ['Mum’s 60th birthday party', 'Planung der Feier zu Mamas Sechzigstem'],
  ['Wifi is weak upstairs', 'Where to put the router for better reception'],
  ['Learning the guitar', 'Chord changes and strumming practice'],
  ['Trip to Lisbon in May', 'Four days in Portugal’s capital: what to see'],
  ['Tax return for last year', 'Which receipts the tax office wants for the 2024 return'],
  ['Knee pain from running', 'Why it hurts below the kneecap after jogging'],
  ['Tomatoes with yellow leaves', 'What is wrong with my tomato plants'],
  ['Master thesis on glaciers', 'Structure of the chapter on ice retreat'],
] as const

const different = [
  ['Choosing a dog breed for a flat', 'Dog has eaten chocolate, what now'],
  ['Half marathon training plan', 'Which running shoes for flat feet'],
  ['Trip to Lisbon in May', 'Learning Portuguese for work'],
  ['Sourdough loaf stays flat', 'Recipe for a chocolate cake'],
  ['Fixing the slow PostgreSQL query on orders', 'Choosing a cloud provider for backups'],
  ['Tax return for the home office', 'Furnishing the home office'],
  ['Learning the guitar', 'Buying a piano for the children'],
  ['Mum’s 60th birthday party', 'Mum’s moving house in autumn'],
  ['Wifi is weak upstairs', 'Damp wall in the upstairs bathroom'],
  ['Tomatoes with yellow leaves', 'Pasta with tomato sauce'],
  ['Master thesis on glaciers', 'Applying for a doctoral position'],
  ['Old Volvo fails inspection', 'Leasing an electric car'],
] as const

/**
 * As many of each, in turns, so that always answering one way scores a half wherever one stops. The different ones are
 * neighbours, not strangers.
 */
export const judgedPairs = same.flatMap(([a, b], i) => {
  const [c = '', d = ''] = different[i] ?? []
  return [
    { a, b, same: true },
    { a: c, b: d, same: false },
  ]
})

export const judgeItems = judgedPairs.map(({ a, b, same }) => pair(a, b, same))
