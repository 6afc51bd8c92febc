import type { Catalogue } from './messages'
export const de: Catalogue = {}
