/** A short invented past for the tests: three topics that have nothing in common, some weeks ago. */

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

interface Talk {
  conv: string
  daysAgo: number
  lines: string[]
}

/** Odd lines are the person's, even ones the assistant's. */
const TALKS: Talk[] = [
  {
    conv: 'bread',
    daysAgo: 23,
    lines: [
      'How much water does a wholemeal sourdough loaf need?',
      'For wholemeal flour start at 80 percent hydration: 400 g of water for 500 g of flour.',
      'My sourdough starter smells of vinegar. Can I still bake bread with it?',
      'Yes. Feed the starter twice with flour and water, and the dough will taste milder.',
      'How long should the bread dough rise in the fridge?',
      'Twelve to sixteen hours; a cold dough is also easier to score before baking.',
    ],
  },
  {
    conv: 'bicycle',
    daysAgo: 18,
    lines: [
      'The rear derailleur of my bicycle skips between two gears. What should I adjust?',
      'Turn the barrel adjuster a quarter turn, pedal, and check whether the chain climbs cleanly.',
      'How do I know when the bicycle chain is worn?',
      'Measure it with a chain gauge: at 0.75 percent stretch replace the chain, or the cassette wears too.',
      'Which tyre pressure suits a 38 mm gravel bicycle tyre?',
      'Around 2.8 bar for a rider of 75 kg, a little less on loose gravel.',
    ],
  },
  {
    conv: 'lease',
    daysAgo: 12,
    lines: [
      'My landlord wants to raise the rent of the flat. How much notice must the letter give?',
      'Check the lease first; usually the landlord has to announce a rent increase months ahead in writing.',
      'Can the landlord keep the deposit for scratches on the floor of the flat?',
      'Normal wear belongs to the rent; only real damage may be taken from the deposit.',
      'When do I get the deposit back after I leave the flat?',
      'The landlord may keep it for the time needed to settle the accounts, commonly a few months.',
    ],
  },
]

export const talkOf = (conv: string): string[] => TALKS.find((talk) => talk.conv === conv)?.lines ?? []

/** The past as neutral JSONL, ending in `now`'s days. */
export function lifeAsJsonl(now: number): string {
  const rows = TALKS.flatMap(({ conv, daysAgo, lines }) =>
    lines.map((text, index) => ({
      conv,
      id: `${conv}-${index}`,
      ts: new Date(now - daysAgo * DAY_MS + index * 2 * MINUTE_MS).toISOString(),
      author: index % 2 === 0 ? 'user' : 'assistant',
      text,
    })),
  )
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

export const MESSAGES_OF_LIFE = TALKS.reduce((sum, talk) => sum + talk.lines.length, 0)
