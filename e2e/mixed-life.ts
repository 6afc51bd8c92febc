/** An invented past of two topics that have nothing in common, each talked about on six days of its own. */

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

const BREAD = [
  ['How much water does a wholemeal sourdough loaf need?', 'Start at 80 percent: 400 g of water for 500 g of flour.'],
  ['My sourdough starter smells of vinegar, can I bake with it?', 'Yes, feed the starter twice with rye flour first.'],
  ['How long should the bread dough rise in the fridge?', 'Twelve to sixteen hours, a cold dough is easier to score.'],
  ['Which oven temperature gives the loaf a crisp crust?', 'Begin at 250 degrees with steam, then bake at 220.'],
  ['Why is the crumb of my bread so dense?', 'The dough was not proofed long enough, or the starter was weak.'],
  ['Can I freeze half of the sourdough bread?', 'Slice the loaf, freeze it fresh and toast it from frozen.'],
] as const
const LEASE = [
  ['My landlord wants to raise the rent, how much notice must he give?', 'He has to announce it in writing in time.'],
  [
    'Can the landlord keep the deposit for scratches on the floor?',
    'Normal wear belongs to the rent, damage does not.',
  ],
  [
    'When do I get the deposit back after I leave the flat?',
    'Once the landlord has settled the accounts, in some months.',
  ],
  ['Must I paint the walls of the rented flat when I move out?', 'Only where the lease says so in a valid clause.'],
  ['May the landlord enter my flat without asking?', 'No, he has to announce a visit and give a reason.'],
  ['Who pays when the boiler of the rented flat breaks?', 'The landlord, unless the lease has a clause for repairs.'],
] as const

/** Words that only one of the two says. */
export const OF_BREAD = /bread|sourdough|starter|loaf|dough|flour|crust|crumb/i
export const OF_LEASE = /landlord|rent|deposit|lease|flat/i

/** The past as neutral JSONL, ending two days before `now`. */
export function mixedLifeAsJsonl(now: number): string {
  const days = BREAD.flatMap((bread, i) => [
    { conv: `bread-${i}`, daysAgo: 24 - 4 * i, lines: bread },
    { conv: `lease-${i}`, daysAgo: 22 - 4 * i, lines: LEASE[i] ?? bread },
  ])
  const rows = days.flatMap(({ conv, daysAgo, lines }) =>
    lines.map((text, index) => ({
      conv,
      id: `${conv}-${index}`,
      ts: new Date(now - daysAgo * DAY_MS + index * 2 * MINUTE_MS).toISOString(),
      author: index === 0 ? 'user' : 'assistant',
      text,
    })),
  )
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}
