import { describe, expect, it } from 'vitest'
import { personNames } from './person-names'
import { tokenise } from './phrase-tokens'

const namesIn = (...texts: string[]) => [...personNames(tokenise(texts))].filter((word) => !word.endsWith("'s"))

describe('personNames', () => {
  it.each([
    ['company and possession', ['I had lunch with Odette.', "Odette's idea was good."], 'odette'],
    ['a role', ['my sister Odette called me', 'I told my sister Odette about it'], 'odette'],
    ['a greeting', ['Hey Odette! How are you?'], 'odette'],
    ['what people do', ['I think Odette said no.'], 'odette'],
    ['an Italian friend', ['Ho parlato con la mia amica Odette e poi con Odette.'], 'odette'],
  ])('are told by %s', (_, texts, name) => {
    expect(namesIn(...texts)).toEqual([name])
  })

  it.each([
    ['a place', ['We stayed in Porto.', 'Porto was lovely, and Porto is cheap.']],
    ['a program', ['I am using Flask with the Flask app.', 'The Flask server crashed.']],
    ['a name of several words', ['I read Ada Lovelace with joy.', "Ada Lovelace's notes are long."]],
    ['a model', ['I compare the Galaxy S23 with the Pixel.']],
  ])('are not seen in %s', (_, texts) => {
    expect(namesIn(...texts)).toEqual([])
  })
})
