/** What a database can hold of a string: PostgreSQL knows neither NUL nor half of a surrogate pair. */

const UNSTORABLE = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Words and names: what cannot be stored goes, so that the rest can. */
export const storableText = (text: string): string =>
  text.replace(UNSTORABLE, (sign) => (sign === '\0' ? '' : '\ufffd'))

/** Ids: what cannot be stored is spelled out, so that different ids stay different and are known again. */
export const storableId = (id: string): string =>
  id.replace(UNSTORABLE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
