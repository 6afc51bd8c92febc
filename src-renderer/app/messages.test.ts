import { describe, expect, it } from 'vitest'
import { catalogues, i18n, languageFor } from './i18n'

/** A catalogue as its paths: `bucket.pin` → `Pin`. */
function flat(value: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(value).flatMap(([key, inner]): [string, string][] =>
      typeof inner === 'string' ? [[path + key, inner]] : [...flat(inner, `${path}${key}.`)],
    ),
  )
}

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*([^},\s]+)[^}]*\}\}/g)].map(([, name = '']) => name).sort()
const tags = (text: string): string[] => [...text.matchAll(/<\/?[a-z]+>/g)].map(([tag]) => tag).sort()
const plural = /_(zero|one|two|few|many|other)$/

const en = flat(catalogues.en)
const others = Object.entries(catalogues).filter(([name]) => name !== 'en')

describe.each(others)('the catalogue %s', (language, catalogue) => {
  const words = flat(catalogue)
  const forms = new Set(new Intl.PluralRules(language).resolvedOptions().pluralCategories)

  it('has every word of the English one, in each form its own grammar counts by', () => {
    const missing = [...en.keys()].filter((key) => {
      const form = plural.exec(key)?.[1]
      if (form !== undefined && form !== 'zero' && !forms.has(form as Intl.LDMLPluralRule)) return false
      return !words.get(key)?.trim() && en.get(key) !== ''
    })
    expect(missing).toEqual([])
  })
  it('has no word that is not in the English one', () => {
    expect([...words.keys()].filter((key) => !en.has(key))).toEqual([])
  })
  it('has the same places for names and numbers, and the same marks', () => {
    const differing = [...words].filter(([key, text]) => {
      const original = en.get(key) ?? ''
      // where there is but one, the number may be a word
      const asked = (one: string) => placeholders(one).filter((name) => !(/_one$/.test(key) && name === 'count'))
      return String(asked(text)) !== String(asked(original)) || String(tags(text)) !== String(tags(original))
    })
    expect(differing.map(([key]) => key)).toEqual([])
  })
  it('writes its own words', async () => {
    await i18n.changeLanguage(language)
    expect(i18n.t('common.cancel')).not.toBe('Cancel')
    await i18n.changeLanguage('en')
  })
})

it('a language without a catalogue is served in English', () => {
  expect(['de-CH', 'ja-JP', 'en-GB', 'pt-BR', ''].map(languageFor)).toEqual(['de', 'ja', 'en', 'en', 'en'])
})
