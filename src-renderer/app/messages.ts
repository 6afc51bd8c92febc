import type { en } from './messages.en'

/** The English catalogue's shape. A language without a form for one or for none leaves it out; `messages.test.ts` looks for the rest. */
type Shape<T> = T extends string ? string : { [K in keyof T]?: Shape<T[K]> }
export type Catalogue = Shape<typeof en>
