import type { Settings } from '@shared/contract/settings'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { number, setLocale } from './format'
import { de } from './messages.de'
import { en } from './messages.en'
import { ja } from './messages.ja'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en }
  }
}

/** The languages the window speaks. Every word of it is in each of their catalogues (messages.test.ts). */
export const catalogues = { en, de, ja }
type Language = keyof typeof catalogues

const isLanguage = (name: string): name is Language => name in catalogues

/** The catalogue for a system's locale (`de-CH`), English where there is none. */
export const languageFor = (systemLocale: string): Language => {
  const name = systemLocale.toLowerCase().split('-')[0] ?? ''
  return isLanguage(name) ? name : 'en'
}

const LAST = 'catchment.language'
const remembered = (): Language => {
  const last = localStorage.getItem(LAST)
  return last && isLanguage(last) ? last : languageFor(navigator.language)
}

/** Words come from one catalogue per language; numbers and dates inside them are written as the language does. */
export const i18n = i18next.createInstance({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en }, de: { translation: de }, ja: { translation: ja } },
  interpolation: { escapeValue: false },
  initAsync: false,
})
void i18n.use(initReactI18next).init()
i18n.services.formatter?.add('n', (value: unknown) => number(Number(value)))

/**
 * The window's language from here on. The system's own locale stays where it is of that language (`en-GB` for English); for English
 * without a catalogue of the system's language, dates and numbers stay the system's.
 */
export async function speak(chosen: Settings['language']): Promise<void> {
  const system = navigator.language
  const language = chosen === 'system' ? languageFor(system) : chosen
  setLocale(chosen === 'system' || languageFor(system) === language ? undefined : language)
  localStorage.setItem(LAST, language)
  document.documentElement.lang = language
  if (i18n.language !== language) await i18n.changeLanguage(language)
}

/** Before the first render: the language of the last time, so that nothing is drawn in two. */
export const startLanguage = (): Promise<void> => speak(localStorage.getItem(LAST) === null ? 'system' : remembered())
