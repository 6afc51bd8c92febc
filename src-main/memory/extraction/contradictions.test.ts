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
  ])('“%s” ends “%s”', (later, earlier) => {
    expect(contradict(later, earlier)).toBe(true)
  })

  it.each([
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
    ['Our dog died last week.', 'lost'],
  ])('%s %s', (sentence, kind) => {
    expect(retractionIn(sentence)?.kind).toBe(kind)
  })

  it.each([
    'Sorry, that was wrong: I am not allergic to penicillin.',
    'Should I forget that?',
    'Actually, I live in Porto.',
    'I will never forget that evening in Rome.',
    'It is not raining.',
  ])('is not in: %s', (sentence) => {
    expect(retractionIn(sentence)).toBeNull()
  })

  it('puts the new value in the place of the old one', () => {
    expect(withValue('My locker code is 4711', '4712', null)).toBe('My locker code is 4712')
    expect(withValue('My appointment is on Monday at 9', 'Tuesday', null)).toBe('My appointment is on Tuesday at 9')
    expect(withValue('I live in Lisbon', 'Porto', 'Lisbon')).toBe('I live in Porto')
    expect(withValue('My sister’s name is Anna', 'Hanna', null)).toBe('My sister’s name is Hanna')
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
    expect(meant('I sold my car.')).toEqual([car.content])
    expect(meant('I sold my car.', START - DAY)).toEqual([])
    expect(meant('I sold my piano.')).toEqual([])
  })
})
