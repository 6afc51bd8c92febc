import { z } from 'zod'
import { structuredItem, user } from '../types'

export const BUCKETS: Readonly<Record<string, string>> = {
  garden_001: 'Vegetable garden: beds, seedlings, compost',
  thesis_002: 'Master thesis on glacier melt',
  car_repair_001: 'Old Volvo: repairs and inspection',
  guitar_001: 'Learning the guitar',
  portugal_trip_001: 'Family trip to Portugal',
}
export const NEW = 'new'
const list = Object.entries(BUCKETS).map(([id, title]) => `- ${id}: ${title}`)

const schema = z.object({ bucket: z.enum([...Object.keys(BUCKETS), NEW]) })

const file = (text: string, bucket: keyof typeof BUCKETS | typeof NEW) => ({ text, bucket })

/** No message shares the words of its topic's title. */
export const filedMessages = [
  file('Slugs ate all the lettuce last night.', 'garden_001'),
  file('When do I pot the peppers on?', 'garden_001'),
  file('My supervisor wants another chapter on albedo feedback.', 'thesis_002'),
  file('Which satellite data shows the ice retreat since 1990?', 'thesis_002'),
  file('The brake pads squeal when it rains.', 'car_repair_001'),
  file('How much is a new exhaust at an independent workshop?', 'car_repair_001'),
  file('I still cannot change from G to C in time.', 'guitar_001'),
  file('Are there kid-friendly beaches an hour from Lisbon?', 'portugal_trip_001'),
  file('Can you explain how a mortgage is paid off?', NEW),
  file('Welche Impfungen braucht unser neuer Welpe?', NEW),
  file('The beans climb over the fence to the neighbour.', 'garden_001'),
  file('Should the moraine photographs go into the appendix?', 'thesis_002'),
  file('It does not start when it is damp; spark plugs?', 'car_repair_001'),
  file('Wie stimme ich die tiefe E-Saite ohne Gerät?', 'guitar_001'),
  file('Does our youngest need a passport for the flight to Faro?', 'portugal_trip_001'),
  file('My tooth hurts when I drink something cold.', NEW),
]

export const assignItems = filedMessages.map(({ text, bucket }) =>
  structuredItem({
    ability: 'assign',
    id: `assign: ${text}`,
    messages: [
      user(
        `These topics exist:\n${list.join('\n')}\n\nTo which topic does the message belong? If it belongs to none of them, ` +
          `answer "${NEW}". Answer as JSON: {"bucket": "…"}\n\nMessage: ${text}`,
      ),
    ],
    maxTokens: 40,
    schema,
    right: (answer) => answer.bucket === bucket,
  }),
)
