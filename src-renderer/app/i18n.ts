import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { number } from './format'
import { en } from './messages.en'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en }
  }
}

/** Words come from one catalogue per language; numbers inside them follow the system's locale, not the language. */
export const i18n = i18next.createInstance({
  lng: 'en',
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false },
  initAsync: false,
})
void i18n.use(initReactI18next).init()
i18n.services.formatter?.add('n', (value: unknown) => number(Number(value)))
