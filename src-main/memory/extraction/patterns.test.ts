import { describe, expect, it } from 'vitest'
import type { Found } from './patterns'
import { findMemories } from './patterns'

const found = (text: string) =>
  findMemories(text).map(({ category, explicit, content }) => [category + (explicit ? '!' : ''), content])

/** What a person says, what is kept of it. */
const POSITIVE: Readonly<Record<string, readonly (readonly [string, string, string])[]>> = {
  English: [
    ['Remember that my locker code changed in May.', 'fact!', 'My locker code changed in May.'],
    ['Can you remember that I prefer aisle seats?', 'preference!', 'I prefer aisle seats'],
    ['please remind me to water the plants on Sunday', 'task!', 'Water the plants on Sunday'],
    ['Remember to call my dentist on Monday.', 'task!', 'Call my dentist on Monday.'],
    ['From now on: metric units only.', 'fact!', 'Metric units only.'],
    ['Please call me Alex', 'preference!', 'Please call me Alex'],
    ['Never use emojis in your answers.', 'preference!', 'Never use emojis in your answers.'],
    ['I prefer oat milk in my coffee.', 'preference', 'I prefer oat milk in my coffee.'],
    ["Actually, I don't like coriander at all.", 'preference', "I don't like coriander at all."],
    ['I can’t stand horror films', 'preference', 'I can’t stand horror films'],
    ['My favourite author is Ursula Le Guin.', 'preference', 'My favourite author is Ursula Le Guin.'],
    ["I'm a big fan of jazz.", 'preference', "I'm a big fan of jazz."],
    ['I usually wake up at five.', 'preference', 'I usually wake up at five.'],
    ["Btw, I'm allergic to penicillin.", 'fact', "I'm allergic to penicillin."],
    ['I live in Lisbon with two cats.', 'fact', 'I live in Lisbon with two cats.'],
    ["I'm a nurse at the children's hospital.", 'fact', "I'm a nurse at the children's hospital."],
    ['My sister Anna is moving to Oslo.', 'fact', 'My sister Anna is moving to Oslo.'],
    ['I have two kids and a dog.', 'fact', 'I have two kids and a dog.'],
    ['My birthday is on the 3rd of June.', 'fact', 'My birthday is on the 3rd of June.'],
    ['My phone number is 415 555 2671.', 'fact', 'My phone number is 415 555 2671.'],
    ['I moved to Berlin last spring.', 'fact', 'I moved to Berlin last spring.'],
    ['I play the cello.', 'fact', 'I play the cello.'],
    ['I love the sea.', 'preference', 'I love the sea'],
    ['I love the Beatles.', 'preference', 'I love the Beatles'],
    ['I still have to send the lease to the landlord by Friday.', 'task', 'Send the lease to the landlord by Friday.'],
    ['I have to renew my passport before June', 'task', 'Renew my passport before June'],
    ["I've got a dentist appointment on Tuesday.", 'task', "I've got a dentist appointment on Tuesday."],
    ['TODO: buy new tyres', 'task', 'Buy new tyres'],
    ['Tomorrow I have to see the doctor.', 'task', 'See the doctor tomorrow'],
    ['On Tuesday I have to see the physiotherapist at 4.', 'task', 'See the physiotherapist at 4 on Tuesday'],
    ['Small update: I moved to Amersfoort.', 'fact', 'I moved to Amersfoort'],
    ['I decided to run for office again - even though I never won.', 'insight', 'I decided to run for office again'],
    ['By Friday I need to send the invoice.', 'task', 'Send the invoice by Friday'],
    ['On Thursday I have a dentist appointment.', 'task', 'I have a dentist appointment on Thursday'],
    ['Need to call mum tonight.', 'task', 'Call mum tonight'],
    ['The car needs to go to the garage on Monday.', 'task', 'The car needs to go to the garage on Monday'],
    ["There's a parents' evening on 12 March at 19:00.", 'task', "There's a parents' evening on 12 March at 19:00"],
    ['Please remember that the meeting room is no. 3.14.', 'fact!', 'The meeting room is no. 3.14'],
    ['I study physics.', 'fact', 'I study physics'],
    ['We decided to rent instead of buying.', 'insight', 'We decided to rent instead of buying.'],
    ["I'll go with the blue tiles.", 'insight', "I'll go with the blue tiles."],
    ["Hi, I'm Hannah.", 'fact', "I'm Hannah"],
    ["I'm a plant biologist by training.", 'fact', "I'm a plant biologist by training"],
    ['I bought a second-hand Gazelle bike for 180 euros.', 'fact', 'I bought a second-hand Gazelle bike for 180 euros'],
    ['Our team meets every Tuesday at 9:30.', 'fact', 'Our team meets every Tuesday at 9:30'],
    [
      'Quick one: my flight to Oslo leaves on Thursday at 6:40.',
      'task',
      'My flight to Oslo leaves on Thursday at 6:40',
    ],
    ["I'll be in Rome from Monday to Thursday.", 'task', "I'll be in Rome from Monday to Thursday"],
    ['I switched from Android to iPhone.', 'fact', 'I switched from Android to iPhone'],
    ['My car is a red Volvo.', 'fact', 'My car is a red Volvo'],
    ['I am on a low-salt diet now.', 'fact', 'I am on a low-salt diet now'],
    ["I keep my spare key at Mrs Lund's.", 'fact', "I keep my spare key at Mrs Lund's"],
    ['My jacket size is M.', 'fact', 'My jacket size is M'],
    ["I'm having dinner with Ada on Saturday at 7.", 'task', "I'm having dinner with Ada on Saturday at 7"],
    ['I usually cycle to work, but tomorrow I take the tram.', 'preference', 'I usually cycle to work'],
    [
      'I found out that coffee after four keeps me awake.',
      'insight',
      'I found out that coffee after four keeps me awake.',
    ],
  ],
  German: [
    ['Merk dir bitte, dass ich morgens kein Fleisch esse.', 'preference!', 'Ich esse morgens kein Fleisch'],
    ['Erinnere mich daran, die Pflanzen zu gießen.', 'task!', 'Die Pflanzen zu gießen.'],
    ['Ich mag keinen Koriander.', 'preference', 'Ich mag keinen Koriander.'],
    ['Ich trinke am liebsten grünen Tee.', 'preference', 'Ich trinke am liebsten grünen Tee.'],
    ['Mein Lieblingsfilm ist Casablanca.', 'preference', 'Mein Lieblingsfilm ist Casablanca.'],
    ['Ich wohne in Leipzig.', 'fact', 'Ich wohne in Leipzig.'],
    ['Ich bin allergisch gegen Nüsse.', 'fact', 'Ich bin allergisch gegen Nüsse.'],
    ['Ich bin Lehrerin an einer Grundschule.', 'fact', 'Ich bin Lehrerin an einer Grundschule.'],
    ['Meine Schwester heißt Anna.', 'fact', 'Meine Schwester heißt Anna.'],
    ['Ich habe zwei Kinder.', 'fact', 'Ich habe zwei Kinder.'],
    ['Ich muss noch die Steuererklärung abgeben.', 'task', 'Die Steuererklärung abgeben.'],
    ['Ich muss den Klempner anrufen.', 'task', 'Den Klempner anrufen'],
    ['Morgen muss ich zum Zahnarzt.', 'task', 'Morgen zum Zahnarzt'],
    [
      'Mein Bruder Jonas heiratet am 12. Dezember in Köln.',
      'fact',
      'Mein Bruder Jonas heiratet am 12. Dezember in Köln',
    ],
    ['Ich singe jetzt im Chor Zwischentöne.', 'fact', 'Ich singe jetzt im Chor Zwischentöne'],
    ['Kleines Update: Ich bin nach Köln umgezogen.', 'fact', 'Ich bin nach Köln umgezogen'],
    [
      'Merk dir, dass meine Ärztin Frau Dr. Weiß heißt und ihre Nummer 0341 998877 ist.',
      'fact!',
      'Meine Ärztin heißt Frau Dr. Weiß und ihre Nummer ist 0341 998877',
    ],
    ['Notier dir mal, dass ich nur noch vormittags Zeit habe.', 'fact!', 'Ich habe nur noch vormittags Zeit'],
    ['Merk dir den Türcode 4711.', 'fact!', 'Türcode 4711'],
    [
      'Ich habe mich entschieden, im Herbst zu kündigen.',
      'insight',
      'Ich habe mich entschieden, im Herbst zu kündigen.',
    ],
  ],
  Spanish: [
    ['Recuerda que soy alérgico a los cacahuetes.', 'fact!', 'Soy alérgico a los cacahuetes.'],
    ['Recuérdame comprar leche mañana', 'task!', 'Comprar leche mañana'],
    ['No me gusta el cilantro.', 'preference', 'No me gusta el cilantro.'],
    ['Vivo en Sevilla desde 2010.', 'fact', 'Vivo en Sevilla desde 2010.'],
    ['Mi hermana se llama Lucía.', 'fact', 'Mi hermana se llama Lucía.'],
    ['Tengo que pagar el alquiler antes del viernes.', 'task', 'Pagar el alquiler antes del viernes.'],
    ['Mañana tengo que ir al médico.', 'task', 'Ir al médico mañana'],
    ['Recuerda el código 4711.', 'fact!', 'El código 4711'],
    ['Hemos decidido alquilar.', 'insight', 'Hemos decidido alquilar.'],
  ],
  French: [
    ['Retiens que je suis végétarienne.', 'fact!', 'Je suis végétarienne.'],
    ['Rappelle-moi d’appeler le plombier.', 'task!', 'Appeler le plombier.'],
    ['J’adore le fromage de chèvre.', 'preference', 'J’adore le fromage de chèvre.'],
    ['Je n’aime pas la coriandre.', 'preference', 'Je n’aime pas la coriandre.'],
    ['J’habite à Lyon.', 'fact', 'J’habite à Lyon.'],
    ['Je dois rendre le dossier avant lundi.', 'task', 'Rendre le dossier avant lundi.'],
    ['Jeudi j’ai rendez-vous chez le dentiste à 10h.', 'task', 'J’ai rendez-vous chez le dentiste à 10h jeudi'],
    ['On a décidé de partir en juin.', 'insight', 'On a décidé de partir en juin.'],
  ],
  Portuguese: [
    ['Lembra-te que sou vegetariana.', 'fact!', 'Sou vegetariana.'],
    ['Não gosto de coentros.', 'preference', 'Não gosto de coentros.'],
    ['Moro em Braga.', 'fact', 'Moro em Braga.'],
    ['Ainda tenho de pagar a renda.', 'task', 'Pagar a renda.'],
    ['Amanhã tenho de ir ao médico.', 'task', 'Ir ao médico amanhã'],
    ['Decidi mudar de emprego.', 'insight', 'Decidi mudar de emprego.'],
  ],
  Italian: [
    ['Ricorda che sono celiaca.', 'fact!', 'Sono celiaca.'],
    ['Non mi piace il coriandolo.', 'preference', 'Non mi piace il coriandolo.'],
    ['Abito a Torino.', 'fact', 'Abito a Torino.'],
    ['Devo ancora pagare la bolletta.', 'task', 'Pagare la bolletta.'],
    ['Domani devo andare dal medico.', 'task', 'Andare dal medico domani'],
    ['Ho deciso di cambiare lavoro.', 'insight', 'Ho deciso di cambiare lavoro.'],
  ],
  Russian: [
    ['Запомни, что у меня аллергия на орехи.', 'fact!', 'У меня аллергия на орехи.'],
    ['Я не люблю кинзу.', 'preference', 'Я не люблю кинзу.'],
    ['Я живу в Казани.', 'fact', 'Я живу в Казани.'],
    ['Мне нужно сдать отчёт до пятницы.', 'task', 'Сдать отчёт до пятницы.'],
    ['Завтра мне нужно к врачу.', 'task', 'К врачу завтра'],
    ['Мы решили снимать квартиру.', 'insight', 'Мы решили снимать квартиру.'],
  ],
  Japanese: [
    ['私は辛い食べ物が苦手です。', 'preference', '私は辛い食べ物が苦手です。'],
    ['私は京都に住んでいます。', 'fact', '私は京都に住んでいます。'],
    ['妹の名前は花子だと覚えておいて。', 'fact!', '妹の名前は花子だ'],
    ['明日までにレポートを出さなければならない。', 'task', '明日までにレポートを出す'],
    ['配管工に電話しなければなりません。', 'task', '配管工に電話する'],
    ['私は医者です。', 'fact', '私は医者です'],
    ['来年引っ越すことにしました。', 'insight', '来年引っ越すことにしました。'],
  ],
  Chinese: [
    ['请记住我对花生过敏。', 'fact!', '我对花生过敏。'],
    ['我不喜欢香菜。', 'preference', '我不喜欢香菜'],
    ['我住在成都。', 'fact', '我住在成都。'],
    ['提醒我明天买牛奶', 'task!', '明天买牛奶'],
    ['别忘了我周五不上班。', 'fact!', '我周五不上班'],
    ['我们决定先租房子。', 'insight', '我们决定先租房子'],
  ],
}

/** Nothing of it is to be kept. */
const NEGATIVE: Readonly<Record<string, readonly string[]>> = {
  'a question': [
    'Do you remember that restaurant?',
    'Do I prefer tea or coffee?',
    'What if I live in Paris?',
    'Magst du Tee?',
    '¿Me gusta el cilantro?',
    'Est-ce que j’aime le fromage ?',
    '私は京都に住んでいますか',
    '我喜欢香菜吗？',
    'Я живу в Казани?',
  ],
  'a supposition': [
    'If I live in Lisbon, how much is the rent',
    "Suppose I'm allergic to nuts.",
    'Imagine I have two kids.',
    'I wish I was a nurse.',
    'Maybe I have to move by June.',
    'Wenn ich in Leipzig wohne, zahle ich weniger.',
    'Si vivo en Sevilla, pago menos.',
    '如果我住在成都，会怎么样',
    'もし私は京都に住んでいるなら、便利です。',
  ],
  'a quotation': [
    'The sign said “I prefer oat milk in my coffee”.',
    '> I live in Lisbon with two cats.\nThat is what he wrote.',
    'Translate to French: I live in Lisbon.',
    "How do I say 'I am a vegetarian' in Italian",
    'Proofread this: I am a nurse and I love my job.',
    'Write a story. I live in a castle and I love dragons.\nMake it long.',
    'Übersetze: Ich wohne in Leipzig.',
    'Anna: I live in Oslo\nBen: I prefer Rome',
  ],
  'somebody else’s words': [
    'She said I live in the past.',
    'He told me that he prefers tea.',
    'They love football.',
    'You prefer short answers.',
    'Anna has two kids.',
    'Er sagte, ich wohne in Leipzig.',
    'The narrator says I hate mornings.',
  ],
  'a negation': [
    "I don't need to buy milk tomorrow.",
    "Don't remember that.",
    "I haven't decided to move.",
    'I am not a nurse.',
    'Ich muss nicht bis Freitag zahlen.',
  ],
  'something passing': [
    'I like that!',
    'I love it.',
    'I love the second one.',
    "I'm a bit tired.",
    "I'm from the support team's point of view confused.",
    'I have to say, this is great.',
    'I need to know how tall it is.',
    'I would like a table for two.',
    "I'd love to hear more.",
    'I live for this!',
    'I work on it.',
    'I love you.',
    'My favorite part was that.',
    'Remember when we talked about it.',
    'Ich mag das.',
    'Me gusta eso.',
    'J’aime ça.',
    'Мне нравится это.',
    '我喜欢这个',
    'Thanks, that helps a lot!',
  ],
  'what is being arranged right now': [
    'I want to stay from the 4th of May until May 9th.',
    'I prefer a quiet room, and the city is Ghent.',
    'I like noodles and the place should be near the harbour.',
    'The event is dentist appointment at 8:30 in the morning.',
    'I need to buy a train ticket for two people.',
    "Let's go with Casablanca.",
    "Let's go with a concert in town.",
    'I still need to find out about the student discount.',
    'I still need to learn more about pensions.',
    'I prefer to get information about night trains.',
  ],
  'steps of what is done right now': [
    "I'll start by listing what I own.",
    'We are going to send it by mail.',
    "I'm going to go through it by hand.",
  ],
  'what only points at something said before': [
    'I work there at weekends.',
    'I live in one of those villages you mentioned.',
    'I work in such a clinic.',
    'I always use it to cut wood.',
    'That is my favourite colour though.',
    'I love working on them.',
    'I really like dancing to that kind of music.',
    'I should post about this on my page.',
    "I didn't store it.",
    'Note: the package does not bring all parts, so you need them yourself.',
    "I'm expecting at least a good grade.",
    'I love the self-acceptance theme.',
    'I really enjoy the upside-down poses.',
    'I do not like the services.',
    "I'll go with full disclosure.",
    "I'll stick with the size I tried on.",
    'My parents are just always on me about something.',
    'My doctor has not said anything yet.',
  ],
  'what is asked to be told, not to be done': [
    'Remind me of the date of my last paycheck.',
    'Can you remind me of what I asked you to remember',
    'Please remind me of the tasks on my to do list',
    'They always remind me of that day.',
    '3日間の天気予報を教えて',
    'do you call me a certain name',
    'my name is what',
  ],
  'a reminder of nothing': [
    'Remind me later.',
    'please remind me at a later time',
    'I need you to remind me to get something done',
    "don't let me forget to do that thing later",
    'remind me in (x) hours',
  ],
  'what went wrong just now': [
    'I made a card payment this morning but it failed.',
    "I'm expecting a refund from a store.",
    'I found out my exchange rate was wrong.',
    "It turns out I can't remember my pin.",
  ],
  code: ['```\n// TODO: buy milk\n// I live in Lisbon\n```', 'const x = "I prefer tabs in my editor"'],
}

describe('memories by patterns', () => {
  for (const [language, cases] of Object.entries(POSITIVE))
    it.each(cases)(`finds in ${language}: %s`, (text, category, content) => {
      expect(found(text)).toEqual([[category, content.replace(/[.。]$/u, '')]])
    })

  for (const [kind, cases] of Object.entries(NEGATIVE))
    it.each(cases)(`leaves ${kind} alone: %s`, (text) => {
      expect(found(text)).toEqual([])
    })

  it('takes a sentence apart where it goes on with another thing', () => {
    const contents = findMemories('I live in Porto and my sister lives in Rome, but I prefer the sea.').map(
      (m: Found) => m.content,
    )
    expect(contents).toEqual(['I live in Porto', 'My sister lives in Rome', 'I prefer the sea'])
  })

  it.each([
    ['My dad is a lawyer. And yours?', 'My dad is a lawyer'],
    ['My favourite books are the Earthsea novels.', 'My favourite books are the Earthsea novels'],
    ['I am a veteran and wanted to know what you have for me.', 'I am a veteran'],
    ["I'm from Bruges and need information about passports.", "I'm from Bruges"],
    ['I prefer trains, can you recommend one?', null],
    ['I love dumplings but you are making me hungry.', 'I love dumplings'],
    ['I prefer tea over coffee after dinner, and since I sleep badly, what would you drink?', null],
    [
      "I've got a deadline of May 15 to finish my will, and with the time anchor being May 2 I am late",
      "I've got a deadline of May 15 to finish my will",
    ],
    ['i live in aiken can i rent a car there', 'I live in aiken'],
    ['I need to register by Friday, what do I have to bring?', 'Register by Friday'],
    ['Ich muss die Miete bis Freitag bezahlen, wie geht das?', 'Die Miete bis Freitag bezahlen'],
    ['My phone number is +33 6 12 34 56 78. She has a new one.', 'My phone number is +33 6 12 34 56 78'],
    ['i like to paint in my free time-do you have any hobbies like that', 'I like to paint in my free time'],
    ['I just got married I need to change my name', 'I just got married'],
    ['At 4 tomorrow, remind me to start the oven.', 'Start the oven at 4 tomorrow'],
    ['Remind me friday to call my mother.', 'Call my mother friday'],
    ['Remind me to add laundry to my list of chores.', 'Add laundry to my list of chores'],
    ['My locker code is 3-5-7 please remember that', 'My locker code is 3-5-7'],
  ])('keeps the statement whole, and nothing of what goes on behind it: %s', (text, content) => {
    expect(findMemories(text).map((m) => m.content)).toEqual(content === null ? [] : [content])
  })

  it('keeps what is asked to be remembered apart from what was said before, and drops what only leads over', () => {
    expect(found('My sister Anna is allergic to nuts, please remember that I prefer tea, by the way.')).toEqual([
      ['fact', 'My sister Anna is allergic to nuts'],
      ['preference!', 'I prefer tea'],
    ])
  })

  it('is done with a long text in no time', () => {
    expect(findMemories('I love '.repeat(20_000)).length).toBeLessThan(9)
    expect(findMemories(`${'a'.repeat(50_000)} my ${'b '.repeat(50_000)}`)).toEqual([])
  })
})
