import { describe, expect, it } from 'vitest'
import { whatToLookUp } from './looking-up'

describe('what a person wants looked up', () => {
  it.each([
    [
      'Look it up in our earlier conversations with your tools: what is the name of my sourdough starter?',
      'what is the name of my sourdough starter?',
    ],
    ['Search our old talks for the plumber and his price.', 'the plumber and his price.'],
    ['Do you remember which flour I wanted to use for the bread?', 'which flour I wanted to use for the bread?'],
    ['What was that restaurant in Rome we talked about?', 'What was that restaurant in Rome ?'],
    ['Which hotel did we choose in Norway?', 'Which hotel choose in Norway?'],
    ['What was my starter called again?', 'What was my starter called ?'],
    ['Can we go on about my baking? Where did we leave it?', 'my baking? ?'],
    ['Weißt du noch, wie der Klempner hieß?', 'wie der Klempner hieß?'],
    ['Schau bitte in unseren früheren Gesprächen nach: Was kostet die Heizung?', 'Was kostet die Heizung?'],
    ['¿Te acuerdas del hotel de Oslo?', 'del hotel de Oslo?'],
    ['Te souviens-tu du nom du plombier ?', 'nom du plombier ?'],
    ['Ti ricordi il nome dell’idraulico?', 'il nome dell’idraulico?'],
    ['Ты помнишь, как зовут сантехника?', 'как зовут сантехника?'],
    ['配管工の名前を覚えていますか', '配管工の名前を'],
    ['你还记得水管工的名字吗', '水管工的名字吗'],
  ])('%s', (text, what) => {
    expect(whatToLookUp(text)?.what).toBe(what)
  })

  it.each([
    'I bake sourdough bread on Sundays.',
    'How do volcanoes erupt?',
    'Please try again with less salt.',
    'The candidate talked about her plans.',
    'Ich suche ein neues Fahrrad.',
    'Remember that my dog is called Rex.',
    'Do you remember?',
    'Search the history of Rome for aqueducts.',
    'I did the laundry, and then we talked about you.',
    'Let us continue with step two.',
    'Heute haben wir gekocht.',
    'Weißt du, wie spät es ist?',
    'Isso lembra o mar.',
    '我记得他。',
    '名前を覚えている。',
    '',
  ])('nothing for “%s”', (text) => {
    expect(whatToLookUp(text)).toBeNull()
  })

  it.each([
    ['Do you remember the name of the plumber?', true],
    ['Search our old talks for the plumber.', true],
    ['Weißt du noch, wie der Klempner hieß?', true],
    ['你还记得水管工的名字吗', true],
    ['Did I lock the front door?', false],
    ['What did we decide about the plumber?', false],
    ['Can you explain that again?', false],
    ['Was haben wir über den Klempner gesagt?', false],
  ])('“%s” speaks of the earlier talk itself: %s', (text, isPlain) => {
    expect(whatToLookUp(text)?.isPlain).toBe(isPlain)
  })
})
