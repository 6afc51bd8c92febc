import { german } from './de'
import { chinese, japanese, russian } from './east'
import { english } from './en'
import { french, italian, portuguese, spanish } from './romance'
import { TASKS } from './tasks'
import type { Language } from './types'

/** Every language the patterns know; a sentence is read in the first one that finds something in it. */
export const languages: readonly Language[] = [
  english,
  german,
  spanish,
  portuguese,
  italian,
  french,
  russian,
  japanese,
  chinese,
].map((language) => ({ ...language, patterns: [...(TASKS[language.code] ?? []), ...language.patterns] }))
