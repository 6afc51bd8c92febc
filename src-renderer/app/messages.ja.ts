import type { Catalogue } from './messages'
export const ja: Catalogue = {}
