import { english } from './en'
import type { Language } from './types'

/** Every language the patterns know. */
export const languages: readonly Language[] = [english]
