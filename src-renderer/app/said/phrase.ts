/**
 * A sentence as main writes it, in German and in Japanese. Places in braces take what differs: `{n…}` a number, `{q…}` one name in
 * quotation marks or several with commas, any other name any text, and one that ends in `~` a phrase that is looked up as well.
 */
export type Phrase = readonly [en: string, de: string, ja: string]
