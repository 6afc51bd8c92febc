/**
 * Makes a store with an invented life of three weeks, for screenshots: `node scripts/demo-store.mjs FOLDER`.
 * Everything goes through the command line, so it is filed, closed and tidied as a real one would be. demo-picture.mjs
 * then takes the picture of the README.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRoot } from './paths.mjs'

const [store] = process.argv.slice(2)
if (!store) throw new Error('Name the folder of the store to make.')

const DAY = 86_400_000
const start = Date.now() - 24 * DAY

/** Day, hour, then the person's words and the replies in turn. */
const TALKS = [
  [
    0,
    8,
    'My sourdough starter smells like acetone. Is the starter dead?',
    'It is hungry, not dead. Acetone means the yeast ran out of food.',
    'How often should I feed the sourdough starter then?',
    'Twice a day at room temperature, once a week in the fridge.',
    'And how much flour does the starter need for each feed?',
    'As much flour and water as there is starter left: 50 g of each.',
  ],
  [
    1,
    19,
    'My C++ program crashes when I delete the head of a linked list',
    'Then a pointer still points at the deleted node. Set head to head->next before you delete it.',
    'It says double free or corruption, the destructor deletes each node of the linked list',
    'Copying the list copies the pointer: write a copy constructor, or forbid copying.',
    'So the linked list needs a copy constructor and an assignment operator',
    'Yes, the rule of three. Or keep the nodes in unique_ptr and need none of them.',
  ],
  [
    3,
    18,
    'We fly to Lisbon in May, which neighbourhood is quiet at night?',
    'Estrela and Campo de Ourique. Alfama is lovely, but sleeps late.',
    'How do we get from Lisbon airport to Estrela?',
    'Metro to Rato, then ten minutes on foot, or tram 28 from Martim Moniz.',
    'Is a day trip from Lisbon to Sintra worth it?',
    'Yes, on a weekday, with the first train from Rossio.',
  ],
  [4, 9, 'What is the capital of Burkina Faso?', 'Ouagadougou.'],
  [
    7,
    8,
    'The sourdough bread came out flat, did I proof the dough too long?',
    'Probably. If a dent in the dough does not come back at all, it has gone too far.',
    'Should the sourdough rest in the fridge overnight?',
    'Yes, twelve hours at 5 °C: it tastes better, and timing matters less.',
  ],
  [
    9,
    20,
    'Our Labrador puppy bites into everything, also hands',
    'She is teething. Give her something cold to chew, and stop the game when she bites.',
    'When does the puppy have to be vaccinated again?',
    'At twelve and at sixteen weeks; the vet writes the dates into her passport.',
    'How long can the Labrador puppy stay alone at home?',
    'At her age an hour. Add a few minutes every day.',
  ],
  [
    12,
    19,
    'Valgrind says invalid read in the destructor of my linked list',
    'You read node->next after you deleted the node. Save next first.',
    'Now the linked list works and valgrind is quiet',
    'Good. Run it once with an empty list as well.',
  ],
  [
    15,
    18,
    'Which tram in Lisbon goes up to Alfama?',
    'The 28. It is full after nine; walk up from Graça instead.',
    'Where in Lisbon do we eat the best pastéis de nata?',
    'Manteigaria in Chiado, standing at the counter.',
  ],
  [
    18,
    8,
    'The sourdough crust is too pale, is the oven not hot enough?',
    'Bake it at 250 °C with steam for the first twenty minutes.',
    'And how do I make steam for the bread?',
    'A tray of boiling water on the bottom of the oven.',
  ],
]

const rows = TALKS.flatMap(([day, hour, ...texts], talk) =>
  texts.map((text, turn) => ({
    type: 'message',
    conv: 'demo',
    id: `${talk}-${turn}`,
    ts: new Date(Math.floor((start + day * DAY) / DAY) * DAY + hour * 3_600_000 + turn * 70_000).toISOString(),
    author: turn % 2 === 0 ? 'user' : 'assistant',
    text,
  })),
)
const folder = mkdtempSync(join(tmpdir(), 'catchment-demo-'))
const file = join(folder, 'life.jsonl')
writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))

const catchment = (...words) => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [inRoot('scripts', 'run-built.mjs'), 'cli', '--store', store, ...words],
    { stdio: ['inherit', words.includes('--json') ? 'pipe' : 'inherit', 'inherit'], encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`catchment ${words[0]} ended with ${status}`)
  return stdout
}
const ago = (days) => new Date(Date.now() - days * DAY).toISOString()

catchment('import', file)
rmSync(folder, { recursive: true })
// its title is the product's to choose
const lisbon = JSON.parse(catchment('buckets', '--json')).find(({ title }) => title.includes('Lisbon'))
if (lisbon) catchment('pin', lisbon.id)
// a one-off and a short talk: the tidying after them leaves a receipt for the next session to begin with
catchment('send', 'How many kilometres are 26 miles?', '--model', 'none', '--at', ago(2))
catchment('send', 'My sourdough bread tastes too sour, what can I do?', '--model', 'none', '--at', ago(1.1))
catchment('tidy', '--at', ago(0.9))
catchment('buckets')
