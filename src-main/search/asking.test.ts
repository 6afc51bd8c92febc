import { describe, expect, it } from 'vitest'
import { withoutAsking } from './asking'

const left = (text: string) => withoutAsking(text).replace(/\s+/gu, ' ').trim()

describe('what a question looks for', () => {
  it.each([
    ['How many shoe sizes have I mentioned across my messages?', 'How many shoe sizes ?'],
    ['How far away did I say my parents live?', 'How far away my parents live?'],
    ['Have I ever met Kelly?', 'Have I met Kelly?'],
    ['What approach did you recommend for the cover letter?', 'What approach for the cover letter?'],
    ['Can you suggest some sneakers?', 'some sneakers?'],
    ['Was habe ich über meine Heizung gesagt?', 'Was habe ich über meine Heizung ?'],
    ['Welche Pflanzen kannst du mir empfehlen?', 'Welche Pflanzen ?'],
    ['¿Qué vino me recomiendas para el pescado?', '¿Qué vino para el pescado?'],
    ["Qu'est-ce que j'ai dit de ma sœur dans mes messages ?", "Qu'est-ce que de ma sœur ?"],
    ['O que eu disse sobre a varanda?', 'O que sobre a varanda?'],
    ['Cosa ho detto del gatto nelle mie conversazioni?', 'Cosa del gatto ?'],
    ['Что я говорила о даче?', 'Что о даче?'],
    ['猫の名前は何と言いましたか', '猫の名前は何'],
    ['我之前提到过哪家餐厅', '哪家餐厅'],
  ])('%s', (text, rest) => expect(left(text)).toBe(rest))

  it('is everything where nothing else is asked for, and what only looks like asking', () => {
    for (const text of [
      'did I say?',
      'ever',
      'the message said',
      'my messages',
      'she told me a story',
      'our session in May',
    ])
      expect(left(text)).toBe(text)
  })
})
