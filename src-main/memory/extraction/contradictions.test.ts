import { describe, expect, it } from 'vitest'
import { START } from '../../store/testing/samples'
import type { StoredMemory } from '../../store/types'
import { contradict, meantBy } from './contradictions'
import { retractionIn, withValue } from './retractions'

const DAY = 86_400_000
let n = 0
const memory = (content: string, over: Partial<StoredMemory> = {}): StoredMemory =>
  ({ id: `m${n++}`, content, category: 'fact', createdAt: new Date(START).toISOString(), ...over }) as StoredMemory

describe('of two statements that contradict each other the later one holds', () => {
  it.each([
    ['I am not allergic to penicillin', 'I am allergic to penicillin'],
    ["I'm not vegetarian anymore", "I'm vegetarian"],
    ['I eat meat again', "I'm vegetarian"],
    ['I moved to Porto last month', 'I live in Lisbon with two cats'],
    ['I live in Porto now', 'Ich wohne in Leipzig'],
    ["I don't like coriander any more", 'I love coriander'],
    ['My phone number is 555 0199', 'My phone number is 555 0100'],
    ['My favourite colour is green', 'My favourite colour is blue'],
    ['My appointment has been moved to Thursday', 'My appointment is on Tuesday'],
    ['I got divorced', 'I am married'],
    ['Call me Sasha', 'Please call me Alex'],
    ['Ich bin nicht mehr Vegetarier', 'Ich bin Vegetarier'],
    ['Wir sind letzten Monat nach Hamburg gezogen', 'Ich wohne in Leipzig'],
    ['Ich trinke keinen Kaffee mehr', 'Ich trinke Kaffee'],
    ['Ya no soy vegetariana', 'Soy vegetariana'],
    ['Me he mudado a Valencia', 'Vivo en Sevilla desde 2010'],
    ['Je ne suis plus végétarienne', 'Je suis végétarienne'],
    ['J’ai déménagé à Nantes', 'J’habite à Lyon'],
    ['Já não sou vegetariano', 'Sou vegetariano'],
    ['Mudei-me para o Porto', 'Moro em Braga'],
    ['Non sono più vegetariana', 'Sono vegetariana'],
    ['Mi sono trasferita a Roma', 'Abito a Torino'],
    ['Я больше не вегетарианец', 'Я вегетарианец'],
    ['Я переехала в Пермь', 'Я живу в Казани'],
    ['もうベジタリアンではありません', '私はベジタリアンです'],
    ['先月大阪に引っ越しました', '私は京都に住んでいます'],
    ['我不是素食者了', '我是素食者'],
    ['我搬到深圳了', '我住在成都'],
    ['I gave up being vegetarian', "I'm vegetarian"],
    ['Eva does drink alcohol again', 'Eva drinks no alcohol'],
    ['Tom is not allergic to nuts after all', 'Tom is allergic to nuts'],
    ['We decided on light grey for the bedroom, not green', 'We decided to paint the bedroom dark green'],
    ['We are going with the blue tiles instead of the white ones', 'We decided on the white tiles for the kitchen'],
    ['Wir nehmen für die Küche weiße Fliesen statt blaue', 'Wir haben uns für blaue Fliesen in der Küche entschieden'],
    ['Vamos a Roma en vez de París en mayo', 'Vamos a París en mayo'],
    ["Orla isn't coming on the 5th", 'My sister Orla is coming to visit on 5 December (2026-12-05)'],
    [
      "Orla isn't coming on the 5th, she's coming on 12 December (2026-12-12)",
      'Orla is coming on 5 December (2026-12-05)',
    ],
    ['The wifi password is otter-43', 'My wifi password is otter-42'],
    ["Don't call me Jo, call me Johanna", 'Call me Jo'],
    ["I'm not a morning person", "I'm a morning person"],
    ['I no longer cycle to work, I take the train now', 'I usually cycle to work'],
    ['My landlord takes the rent on the 3rd, not the 1st', 'My landlord Mr De Wit only takes the rent on the 1st'],
    ['I prefer coffee over tea now', 'I prefer tea over coffee'],
    ['Ich trinke jetzt lieber Kaffee als Tee', 'Ich trinke lieber Tee als Kaffee'],
    ['Ahora prefiero el café al té', 'Prefiero el té al café'],
    ['今は紅茶よりコーヒーのほうが好きです', '私はコーヒーより紅茶のほうが好きです'],
    ['比起茶我更喜欢咖啡', '比起咖啡我更喜欢茶'],
    ['もうコーヒーは好きではありません', '私はコーヒーが好きです'],
    ['我没有狗了', '我有一只狗'],
    ['Non ho più il cane', 'Ho un cane'],
    ['I turned 35 yesterday', 'I am 34 years old'],
    ['Our new place is in Hamburg', 'I live in Berlin'],
    ['I have a new phone number: 030 7654321', 'My phone number is 030 1234567'],
    ['My number changed, it is 030 7654321 now', 'My phone number is 030 1234567'],
    ['Mi número ha cambiado, ahora es 600 333 444', 'Mi número es 600 111 222'],
    ['I switched from physics to chemistry', 'I study physics'],
    ['Ahora como carne', 'No como carne'],
    ['The gate code is now 9876', 'The gate code is 1234'],
    ['We changed the wifi password to rose', 'The wifi password is tulip'],
    ['我不养猫了', '我养了一只猫'],
    ['Ich mag Ingwertee nicht mehr, ich trinke lieber Minztee', 'Mein Lieblingsgetränk ist Ingwertee'],
    ["I don't like ginger tea any more", 'My favourite drink is ginger tea'],
    ['I have one cat now', 'I have two cats'],
    ['I only have one cat left', 'I have two cats'],
    ['We now have four children', 'We have three children'],
    ['Ich habe nur noch eine Katze', 'Ich habe zwei Katzen'],
    ['Jetzt habe ich drei Hunde', 'Ich habe zwei Hunde'],
    ['Ahora tengo tres gatos', 'Tengo dos gatos'],
    ['Je n’ai plus qu’un chat', 'J’ai deux chats'],
    ['Agora tenho três gatos', 'Tenho dois gatos'],
    ['Ora ho tre gatti', 'Ho due gatti'],
    ['Теперь у меня одна кошка', 'У меня две кошки'],
    ['У меня теперь три собаки', 'У меня две собаки'],
    ['今は猫を一匹飼っています', '猫を二匹飼っています'],
    ['我现在只有一只猫', '我有两只猫'],
    ['У меня больше нет собаки', 'У меня есть собака'],
    ['My stand-up has been moved to 10:00', 'Our stand-up is every day at 9:30'],
    ['Я больше не люблю музыку', 'Я люблю музыку'],
  ])('“%s” ends “%s”', (later, earlier) => {
    expect(contradict(later, earlier)).toBe(true)
  })

  it.each([
    ['I prefer tea over coffee', 'I prefer tea over juice'],
    ["I don't like ginger tea any more", 'My favourite drink is mint tea'],
    ['My account number is 12345', 'My phone number is 030 1234567'],
    ['I switched from tea to coffee', 'I like tea'],
    ['我没有猫了', '我有一只狗'],
    ['I do not like green tea', 'I like tea'],
    ['I do not like tea', 'I like coffee'],
    ['I do not like tea', 'My sister likes tea'],
    ['I work at the bakery on Sundays', 'I work for the library'],
    ['My sister lives in Rome', 'I live in Porto'],
    ['My appointment with the vet is on Friday', 'My appointment at the dentist is on Monday'],
    ['I am not allergic to nuts', 'I am allergic to penicillin'],
    ['I hate mornings', 'I run in the mornings'],
    ['Ich bin nicht müde', 'Ich bin Vegetarier'],
    ['I live in Porto', 'I live in Porto near the river'],
    ['We are moving to Bruges in January', 'I live in Ghent'],
    ['I prefer tea instead of coffee', 'My sister likes coffee'],
    ['Eva does drink alcohol again', 'Tom drinks no alcohol'],
    ['We decided on oak for the floor, not pine', 'We decided to plant a pine in the garden'],
    ["Vera isn't coming on the 5th", 'My sister Orla is coming to visit on 5 December (2026-12-05)'],
    ['I have one dog now', 'I have two cats'],
    ["I've just got a dog", 'I have two dogs'],
    ['I have a dog, which just turned five', 'I have two dogs'],
    ['I have a cat and only drink tea', 'I have two cats'],
    ['I have one cat and left Berlin', 'I have two cats'],
    ['I have a cat, and we now live in Rome', 'I have two cats'],
    ['Ich habe einen Hund, aber nur im Sommer', 'Ich habe zwei Hunde'],
    ['Jetzt habe ich einen Hund', 'Ich habe zwei Hunde'],
    ['I have three cats', 'I have two cats'],
    ['I now have two cats', 'I have two cats'],
    ['Ahora tengo 31 años', 'Tengo dos gatos'],
    ['I only have two weeks left', 'I have three weeks'],
    ['Я не люблю кофе', 'Я люблю чай'],
  ])('“%s” leaves “%s” alone', (later, earlier) => {
    expect(contradict(later, earlier)).toBe(false)
  })
})

describe('in another language than what it takes back', () => {
  it.each([
    ['Ich bin nicht mehr allergisch gegen Penicillin', 'I am allergic to penicillin'],
    ['Ich trinke keinen Kaffee mehr', 'I drink coffee every morning'],
    ['Ich lerne kein Portugiesisch mehr', 'I am learning Portuguese'],
    ['Ich singe nicht mehr im Chor', 'I sing in a choir'],
    ['Ya no soy alérgico a los cacahuetes', 'I am allergic to peanuts'],
    ['Ya no fumo', 'I smoke'],
    ['Ya no bebo vino tinto', 'Ich trinke gern Rotwein'],
    ['Je ne porte plus de lunettes', 'I wear glasses'],
    ['Je ne joue plus de piano', 'Ich spiele Klavier'],
    ['Já não tenho cão', 'I have a dog called Bruno'],
    ['Non suono più la chitarra', 'I play the guitar in a band'],
    ['Я больше не пью кофе', 'I drink coffee every morning'],
    ['У меня больше нет собаки', 'I have a dog called Bruno'],
    ['もうコーヒーは飲みません', 'I drink coffee every morning'],
    ['我不再对花生过敏了', 'I am allergic to peanuts'],
    ["I'm not pregnant any more", 'Ich bin schwanger'],
    ["I don't have cats any more", 'Ich habe zwei Katzen'],
    ['I no longer cycle to work', 'Ich fahre mit dem Fahrrad zur Arbeit'],
    ['I have one cat now', 'Ich habe zwei Katzen'],
    ['Meine Schwester ist nach Hamburg gezogen', 'My sister lives in Berlin'],
    [
      'Le dentiste a déplacé mon rendez-vous au 4 décembre (2026-12-04)',
      'My appointment at the dentist is on 3 December (2026-12-03)',
    ],
    ['Mon mot de passe wifi est maintenant rose-7', 'My wifi password is tulip-3'],
    ['Mein Lieblingsessen ist jetzt Pizza', 'My favourite food is sushi'],
  ])('“%s” ends “%s”', (later, earlier) => {
    expect(contradict(later, earlier)).toBe(true)
  })

  it.each([
    ['Ich bin nicht allergisch gegen Katzen', 'I am allergic to penicillin'],
    ['Je ne suis pas allergique aux fruits de mer', 'I am allergic to peanuts'],
    ['Ich lerne kein Spanisch mehr', 'I am learning Portuguese'],
    ['Ich mag keine Horrorromane', 'I like horror movies'],
    ['Ich habe kein Fahrrad mehr', 'I have a motorbike'],
    ['Je ne joue plus de piano', 'I play the guitar in a band'],
    ['Ya no bebo cerveza', 'I drink coffee every morning'],
    ["I don't play the violin any more", 'Ich spiele Klavier'],
    ["I don't live with my parents any more", 'Ich wohne mit meiner Schwester zusammen'],
    ["I don't drink white wine", 'Ich trinke gern Rotwein'],
    ['У меня нет кошки', 'I have a dog called Bruno'],
    ['Meine Schwester raucht nicht mehr', 'I smoke'],
    ['My brother moved to Hamburg', 'Meine Schwester wohnt in Berlin'],
    ['Mein Telefon ist kaputt', 'My phone number is 030 1234567'],
  ])('“%s” leaves “%s” alone', (later, earlier) => {
    expect(contradict(later, earlier)).toBe(false)
  })

  it('is about what its words name', () => {
    const standing = [
      memory('I have a motorbike'),
      memory('I am learning Japanese'),
      memory('My appointment at the dentist is on 3 December (2026-12-03)', { category: 'task' }),
    ]
    const meant = (sentence: string) => {
      const retraction = retractionIn(sentence)
      return retraction ? meantBy(retraction, START + DAY, standing, []).map((m) => m.content) : []
    }
    expect(meant('He vendido mi moto.')).toEqual(['I have a motorbike'])
    expect(meant('Mein Zahnarzttermin fällt aus.')).toEqual([standing[2]?.content])
    expect(meant('J’ai arrêté le japonais, c’est trop dur.')).toEqual(['I am learning Japanese'])
    expect(meant('Ich habe mein Klavier verkauft.')).toEqual([])
    expect(meant('Le rendez-vous chez le coiffeur est annulé.')).toEqual([])
  })
})

describe('a number or an address that stands in an entry without being called so', () => {
  const standing = [
    memory('My landlord is Beat Brunner, 079 555 12 34'),
    memory('Mein Steuerberater ist Jonas Keller, keller@example.ch'),
    memory('My appointment at the dentist is on 20/11/2026 at 14:00 (2026-11-20 14:00)', { category: 'task' }),
    memory('My locker at the gym is 4712'),
  ]
  it.each([
    ["Forget my landlord's number.", 0],
    ['Forget my landlord’s phone number, please.', 0],
    ['Vergiss die E-Mail-Adresse meines Steuerberaters.', 1],
    ["Forget the dentist's number.", null],
    ["Forget my plumber's number.", null],
    ["Forget my landlord's email.", null],
  ])('“%s” means what holds it, and nothing else', (sentence, index) => {
    const retraction = retractionIn(sentence)
    const meant = retraction ? meantBy(retraction, START + DAY, standing, []) : []
    expect(meant).toEqual(index === null ? [] : [standing[index]])
  })
})

describe('what was put to another day takes the place of what stood for the old one', () => {
  const dentist = 'My appointment with the dentist is on Thursday at 9 (2026-11-19 09:00)'
  it.each([
    ['The dentist moved my appointment to Friday at 14:00 (2026-11-20 14:00)', dentist],
    ['I rescheduled the dentist appointment to Monday (2026-11-23)', dentist],
    ['My dentist appointment was postponed to 3 December (2026-12-03)', dentist],
    ['Mein Zahnarzttermin wurde auf Freitag verlegt (2026-11-20)', 'Mein Zahnarzttermin ist am Montag (2026-11-16)'],
    ['He cambiado la cita del médico al lunes (2026-11-23)', 'Mi cita con el médico es el viernes (2026-11-20)'],
    ['J’ai déplacé mon rendez-vous à lundi (2026-11-23)', 'Mon rendez-vous est le vendredi (2026-11-20)'],
    ['Adiei a consulta para segunda (2026-11-23)', 'A minha consulta é na sexta (2026-11-20)'],
    ['Ho spostato la visita a lunedì (2026-11-23)', 'La mia visita è venerdì (2026-11-20)'],
    ['Я перенесла встречу на понедельник (2026-11-23)', 'Моя встреча в пятницу (2026-11-20)'],
  ])('“%s” ends “%s”', (later, earlier) => {
    expect(contradict(later, earlier)).toBe(true)
  })

  it.each([
    ['The vet moved my appointment to Friday (2026-11-20)', dentist],
    ['The dentist moved my appointment to Friday (2026-11-20)', 'My appointment with the dentist went well'],
    ['I moved the sofa to the bedroom', dentist],
  ])('“%s” leaves “%s” alone', (later, earlier) => {
    expect(contradict(later, earlier)).toBe(false)
  })
})

describe('what takes back', () => {
  it.each([
    ['Forget that.', 'takes_back'],
    ['Just kidding!', 'takes_back'],
    ['Vergiss das bitte.', 'takes_back'],
    ['Das war nur ein Scherz.', 'takes_back'],
    ['Olvídalo.', 'takes_back'],
    ['Je plaisante.', 'takes_back'],
    ['Esquece isso.', 'takes_back'],
    ['Scherzavo.', 'takes_back'],
    ['Я пошутил.', 'takes_back'],
    ['今のは忘れてください。', 'takes_back'],
    ['当我没说。', 'takes_back'],
    ["Forget that I'm vegetarian.", 'forget'],
    ['Forget what I said about the plumber.', 'forget'],
    ['Vergiss, dass ich Vegetarier bin.', 'forget'],
    ['Actually, it is 4712.', 'replace'],
    ['Sorry, I meant Tuesday.', 'replace'],
    ['I mean six.', 'replace'],
    ["No wait, it's at 4.", 'replace'],
    ["It's really 4712.", 'replace'],
    ['Actually, it is blue.', 'replace'],
    ['Nein, es ist der 5. Mai.', 'replace'],
    ['Quise decir el martes.', 'replace'],
    ["Pardon, c'est le 12.", 'replace'],
    ['Anzi, è il 12.', 'replace'],
    ['The dentist appointment is cancelled.', 'cancel'],
    ["I don't need to call the plumber any more.", 'cancel'],
    ['Der Zahnarzttermin fällt aus.', 'cancel'],
    ['Ya no tengo que llamar al fontanero.', 'cancel'],
    ["J'ai annulé mon rendez-vous chez le dentiste.", 'cancel'],
    ['Больше не нужно звонить сантехнику.', 'cancel'],
    ['I sold my car.', 'lost'],
    ['I quit my job at Siemens.', 'lost'],
    ['My peanut allergy is gone.', 'lost'],
    ['Ich habe bei Siemens gekündigt.', 'lost'],
    ['Minka died.', 'lost'],
    ['The dentist cancelled my appointment.', 'cancel'],
    ["I don't need to buy the suit any more, Jonas lends me one.", 'cancel'],
    ['Ich muss den Anzug nicht mehr kaufen, Jonas leiht mir einen.', 'cancel'],
    ['Der Zahnarzt hat den Termin abgesagt.', 'cancel'],
    ['El dentista canceló mi cita.', 'cancel'],
    ['Le dentiste a annulé le rendez-vous.', 'cancel'],
    ['牙医取消了我的预约。', 'cancel'],
    ['I gave the bike to Femke.', 'lost'],
    ['Forget the gate code, please.', 'forget'],
    ['Our dog died last week.', 'lost'],
  ])('%s %s', (sentence, kind) => {
    expect(retractionIn(sentence)?.kind).toBe(kind)
  })

  it.each([
    'Sorry, that was wrong: I am not allergic to penicillin.',
    "Pardon, c'était faux : je ne suis pas allergique.",
    'Non ho più il cane.',
    'Should I forget that?',
    'Actually, I live in Porto.',
    '不对，我住在天津。',
    'I mean it.',
    'I will never forget that evening in Rome.',
    'It is not raining.',
    'Oh, that’s great!',
    'It’s really cool how you did it.',
    'That was really inspiring.',
    'Well, it’s hard.',
    'Actually, that’s a great idea.',
    'Das ist doch toll.',
    'En realidad es genial.',
    'En fait, c’est super.',
    'Ой, это здорово.',
  ])('is not in: %s', (sentence) => {
    expect(retractionIn(sentence)).toBeNull()
  })

  it('puts the new value in the place of the old one', () => {
    expect(withValue('My locker code is 4711', '4712', null)).toBe('My locker code is 4712')
    expect(withValue('My appointment is on Monday at 9', 'Tuesday', null)).toBe('My appointment is on Tuesday at 9')
    expect(withValue('I live in Lisbon', 'Porto', 'Lisbon')).toBe('I live in Porto')
    expect(withValue('My sister’s name is Anna', 'Hanna', null)).toBe('My sister’s name is Hanna')
    expect(withValue('I have a meeting with Lars tomorrow at 3', 'at 4', null)).toBe(
      'I have a meeting with Lars tomorrow at 4',
    )
    expect(withValue('I like tea', 'Porto', 'Lisbon')).toBeNull()
  })

  it('is about what its words name, and never about what was said after it', () => {
    const plumber = memory('Call the plumber', { category: 'task' })
    const dentist = memory('My dentist appointment is on 3 December (2026-12-03)', { category: 'task' })
    const car = memory('I have a car')
    const standing = [plumber, dentist, car]
    const meant = (sentence: string, at = START + DAY) => {
      const retraction = retractionIn(sentence)
      return retraction ? meantBy(retraction, at, standing, []).map((m) => m.content) : []
    }
    expect(meant("I don't need to call the plumber any more.")).toEqual([plumber.content])
    expect(meant('The dentist appointment is cancelled.')).toEqual([dentist.content])
    expect(meant('Eva just called, the dentist appointment tomorrow is cancelled.')).toEqual([dentist.content])
    expect(meant('I sold my car.')).toEqual([car.content])
    expect(meant('I sold my car last week.')).toEqual([car.content])
    expect(meant('I sold my car.', START - DAY)).toEqual([])
    expect(meant('I sold my piano.')).toEqual([])
    expect(meant('I gave the car to Femke.')).toEqual([car.content])
    expect(meant('The dentist cancelled my appointment.')).toEqual([dentist.content])
    expect(meant('The vet cancelled my class.')).toEqual([])
    const german = memory('Mein Zahnarzttermin ist am 3. Dezember (2026-12-03)', { category: 'task' })
    expect(meantBy({ kind: 'cancel', about: 'Zahnarzt Termin' }, START + DAY, [plumber, german], [])).toEqual([german])
    const gate = memory('The gate code is 8821')
    const changed = retractionIn('Forget the gate code, it has changed.')
    expect(changed && meantBy(changed, START + DAY, [car, gate], [])).toEqual([gate])
    const mail = memory('My email is a@example.com')
    const instead = retractionIn('Please use b@example.com instead of a@example.com.')
    expect(instead).toEqual({ kind: 'replace', value: 'b@example.com', instead: 'a@example.com' })
    expect(instead && meantBy(instead, START + DAY, [car, mail], [])).toEqual([mail])
  })
})
