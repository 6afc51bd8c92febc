/** What people tell: sixty facts in nine languages, and what must be in the entry that keeps each of them, word for word. */
import { expect, it } from 'vitest'
import { readMemories } from './patterns'

const TOLD: readonly (readonly [string, string])[] = [
  ['Remember that my work email is anna@example.com', 'anna@example.com'],
  [
    'Please keep in mind that our docs live at https://docs.example.org/a?b=c&d=1.',
    'https://docs.example.org/a?b=c&d=1',
  ],
  ['Could you remember that the gate code is 8821?', '8821'],
  ["Don't forget that I am allergic to shellfish.", 'shellfish'],
  ['My locker combination is 12-34-56, please remember that.', '12-34-56'],
  ['I want you to remember that my mother arrives on 14 January 2027.', '14 January 2027'],
  ['Make a note: the spare key is with Mrs Okoro in flat 3.', 'Mrs Okoro in flat 3'],
  ['For future reference: deploy with `npm run deploy -- --prod`.', '`npm run deploy -- --prod`'],
  ['I work as a nurse at St Mary.', 'St Mary'],
  ['I prefer aisle seats on long flights.', 'aisle seats'],
  ['My phone number is +351 912 345 678.', '+351 912 345 678'],
  ['I have to renew my passport before June.', 'passport'],
  ['My appointment at the dentist is on Thursday at 9.', 'dentist'],
  ['I need to call the plumber.', 'plumber'],
  ['Merk dir bitte, dass meine Telefonnummer 030 123456 ist.', '030 123456'],
  ['Bitte notiere dir: Das WLAN-Passwort lautet "Sonne 77".', 'Sonne 77'],
  ['Vergiss nicht, dass ich keine Nüsse vertrage.', 'Nüsse'],
  ['Der Türcode ist 4711, merk dir das.', '4711'],
  ['Kannst du dir merken, dass ich montags nie Zeit habe?', 'montags'],
  ['Ich wohne in Leipzig.', 'Leipzig'],
  ['Ich muss die Stromrechnung bis Freitag bezahlen.', 'Stromrechnung'],
  ['Mein Zahnarzttermin ist am 3. Dezember um 9 Uhr.', '3. Dezember'],
  ['Recuerda que mi correo es luis@ejemplo.es.', 'luis@ejemplo.es'],
  ['Por favor, ten en cuenta que soy celíaca.', 'celíaca'],
  ['No olvides que el código del portal es 5530.', '5530'],
  ['La contraseña del wifi es luna2026, apúntalo.', 'luna2026'],
  ['Vivo en Sevilla desde 2010.', 'Sevilla'],
  ['Tengo que llamar al fontanero.', 'fontanero'],
  ['Mi cita con el médico es el lunes a las 10.', 'médico'],
  ['Souviens-toi que mon adresse est 12 rue des Lilas.', '12 rue des Lilas'],
  ['Note que je suis allergique au lactose.', 'lactose'],
  ["N'oublie pas que le code de la porte est 9042.", '9042'],
  ["J'habite à Lyon.", 'Lyon'],
  ['Je dois appeler le plombier avant vendredi.', 'plombier'],
  ['Mon rendez-vous chez le dentiste est le 3 décembre à 9h.', '3 décembre'],
  ['Je préfère les trains aux avions.', 'trains'],
  ['Lembra-te que o meu email é rui@exemplo.pt.', 'rui@exemplo.pt'],
  ['Não te esqueças que sou alérgico a amendoim.', 'amendoim'],
  ['Anota: o código do alarme é 3307.', '3307'],
  ['Moro em Braga.', 'Braga'],
  ['Tenho de ligar ao canalizador até sexta.', 'canalizador'],
  ['A minha consulta é na quinta às 9h.', 'quinta'],
  ['Ricorda che il mio codice cliente è 88-213.', '88-213'],
  ['Tieni presente che non mangio carne di maiale.', 'maiale'],
  ['Il codice del cancello è 6614, segnatelo.', '6614'],
  ['Abito a Torino.', 'Torino'],
  ["Devo chiamare l'idraulico entro venerdì.", 'idraulico'],
  ['Запомни, что моя почта olga@example.ru.', 'olga@example.ru'],
  ['Имей в виду: у меня аллергия на орехи.', 'орехи'],
  ['Код от ворот 8821, запомни это.', '8821'],
  ['Я живу в Казани.', 'Казани'],
  ['Мне нужно позвонить сантехнику до пятницы.', 'сантехнику'],
  ['私のメールはken@example.jpだと覚えておいてください。', 'ken@example.jp'],
  ['門のコードは8821です。覚えておいてください。', '8821'],
  ['私は京都に住んでいます。', '京都'],
  ['明日までにレポートを提出しなければなりません。', 'レポート'],
  ['请记住我的邮箱是li@example.cn。', 'li@example.cn'],
  ['门的密码是8821，请记住。', '8821'],
  ['我对花生过敏。', '花生'],
  ['提醒我明天给妈妈打电话。', '妈妈'],
]

const missed = () =>
  TOLD.filter(([said, kept]) => !readMemories(said).found.some((m) => !m.onlyAsContrary && m.content.includes(kept)))

it('keeps nine of ten told facts word for word, and every one that was asked to be remembered', () => {
  expect(TOLD).toHaveLength(60)
  expect(missed().length / TOLD.length).toBeLessThanOrEqual(0.1)
  const asked =
    /remember|keep in mind|don.t forget|make a note|reference|merk|notier|vergiss|recuerda|ten en cuenta|olvides|apúnta|souviens|note que|oublie|lembra|esqueças|anota|ricorda|tieni|segna|запомни|имей|覚え|记住/iu
  expect(missed().filter(([said]) => asked.test(said))).toEqual([])
})

it('keeps a request of any length whole', () => {
  const garden = `my garden plan is ${Array.from({ length: 200 }, (_, i) => `bed ${i} holds leeks`).join(' and ')} and nothing else`
  const [kept] = readMemories(`Please remember that ${garden}.`).found
  expect(kept?.content.toLowerCase()).toBe(garden)
  expect(kept?.explicit).toBe(true)
})

it.each([
  [
    'Please remember the following recipe.\n\n2 eggs\n100 g flour\n\nMix and fry.\n\nThanks!',
    ['Recipe: 2 eggs; 100 g flour; Mix and fry'],
  ],
  ['Remember the shopping list:\n- milk\n- eggs', ['The shopping list: milk; eggs']],
  ['I want you to remember something: I never work on Fridays.', ['I never work on Fridays']],
  [
    'Remember these facts about me: 1) I am 42. 2) I have three kids. 3) I hate olives.',
    ['I am 42', 'I have three kids', 'I hate olives'],
  ],
  ['Remember these things: 1) my pin is 4711 2) my car is red', ['My pin is 4711', 'My car is red']],
  [
    'Remember that Dr. Smith is my dentist and that his number is 555-0100.',
    ['Dr. Smith is my dentist and that his number is 555-0100'],
  ],
  [
    'Remember that my work address is lea@solvia.example, that our docs are at https://docs.example.org/a?b=1#x and that my badge is 7731.',
    ['My work address is lea@solvia.example', 'Our docs are at https://docs.example.org/a?b=1#x', 'My badge is 7731'],
  ],
  [
    'Please remember that box 1 holds coats and box 2 holds boots and the last one is fragile.',
    ['Box 1 holds coats and box 2 holds boots and the last one is fragile'],
  ],
  ['Save this: wifi Guest / pass: hunter2!', ['Wifi Guest / pass: hunter2!']],
  ['hey can you remember my shoe size? its 43', ['My shoe size: 43']],
  ['Note to self: the boiler code is E119.', ['The boiler code is E119']],
  ['Remember that my friend said: I live in Rome.', ['My friend said: I live in Rome']],
  ['Bitte merk dir, dass auf der Liste steht: Kisten, Klebeband.', ['Auf der Liste steht: Kisten, Klebeband']],
  ['Write a story about a dragon. I live in a castle. And remember that I hate olives.', ['I hate olives']],
])('keeps what was asked for however it was put: %s', (text, contents) => {
  expect(readMemories(text).found.map((m) => m.content)).toEqual(contents)
  expect(readMemories(text).found.every((m) => m.explicit)).toBe(true)
})

it('takes several facts of one request apart, each whole, and leaves lists of names together', () => {
  const contents = (text: string) => readMemories(text).found.map((m) => m.content)
  expect(
    contents("Remember that my sister's name is Anna, my brother's name is Ben and my dog is called Rex."),
  ).toEqual(["My sister's name is Anna", "My brother's name is Ben", 'My dog is called Rex'])
  expect(contents('Remember these things:\n- my pin is 4711\n- I sit in room 12\n\nThanks.')).toEqual([
    'My pin is 4711',
    'I sit in room 12',
  ])
  expect(contents('Remember that my sister Anna, my brother Ben and my dog Rex love chocolate.')).toHaveLength(1)
  expect(
    contents(
      'Please remember my keys are in the drawer, the gate code is 5521 and the wifi is at https://wifi.example.org/x.',
    ),
  ).toEqual(['My keys are in the drawer', 'The gate code is 5521', 'The wifi is at https://wifi.example.org/x'])
  expect(contents('Merk dir, dass mein Rad blau ist und das Schloss ist im Keller.')).toHaveLength(2)
  expect(contents('Remember that my brother and the dog are in Porto.')).toHaveLength(1)
})

it.each([
  'The poem goes: I live in a house of glass, I love the rain.',
  'Subject: Application\nDear Ms Vogt,\nI am a teacher from Leipzig.\nKind regards,\nTom Arndt',
  'Sehr geehrte Frau Vogt,\nich bin Lehrer und wohne in Leipzig.\nMit freundlichen Grüßen\nTom Arndt',
  'Estimada señora:\nSoy profesora y vivo en Sevilla.\nUn saludo,\nAna',
  'Chère Madame,\nJ’habite à Lyon et je suis infirmière.\nCordialement,\nLéa',
  'Das Gedicht geht so: Ich wohne in einem Haus aus Glas, ich liebe den Regen.',
  'La canción dice: vivo en la luna y odio el mar.',
  'Here is a song I like:\nI live in the shadows\nI love the night',
  "I'm pretending to be a pirate: I live on a ship and I love rum.",
  "Let's role-play: you are a waiter and I am a guest. I am allergic to nuts.",
  'Pretend I live in Berlin. I work as a baker.',
  'Suppose I earn 50k. I live in Berlin.',
  'Angenommen, ich habe zwei Kinder. Ich wohne in Köln.',
  '```\n// I live in Lisbon\n```',
  '# notes\nconst a = 1;\n// I live in Lisbon',
  'My friend wrote: I live in Rome and I hate fish.',
  'My favourite lines: I live in a house of glass, I love the rain.',
  'Dear diary, I live in a castle and I love dragons.',
  'The narrator says I am a pirate. I live on a ship.',
  'Der Held sagt, er sei frei. Ich wohne auf einem Schiff.',
  'Write a monologue of a pirate. I live on a ship and I love rum.',
  'Schreib mir ein Gedicht. Ich wohne in einem Schloss.',
  'You are Sherlock Holmes and I am Watson. I am a doctor from London.',
  'Roses are red,\nI love the sea,\nand I live with you.\n\nDo you like my poem?',
  'Ich bin Lehrer und wohne in Halle.\n\nIst dieser Text so gut?',
  'The poem goes: remember that I love the rain.',
  'My boss: I am in a meeting. I hate Mondays.',
  'Please reply to this mail:\n\nI live in Rome and I have two dogs.',
])('learns nothing from what is not the person’s own word: %s', (text) => {
  expect(readMemories(text).found).toEqual([])
})

it('believes nothing of a game until it is over', () => {
  expect(readMemories('I am a pirate from Jamaica and I live in a castle.', true).found).toEqual([])
  expect(readMemories("Let's stop the role-play. I live in Porto.", true).found.map((m) => m.content)).toEqual([
    'I live in Porto',
  ])
})
