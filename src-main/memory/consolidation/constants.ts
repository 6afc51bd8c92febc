/** Pinned by the golden tests (07-settled, Consolidation constants). */

/** A group of fewer entries is left alone. */
export const GROUP_THRESHOLD = 3
/** Graphemes of a bullet, its ellipsis included. */
export const BULLET_LENGTH = 200
/** Characters of what a model is shown of entries and of how things went before, together. */
export const PROMPT_CHARACTERS = 20_000
