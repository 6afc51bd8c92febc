import type { TitleCandidate } from './title-candidates'
import type { TitleFit } from './title-choice'

/** What vectors say of words, for who has some. Both answer null where there is no embedding model. */
export interface TitleMeaning {
  /** How much each capitalised word looks like a first name, −1 to 1. */
  firstNames(names: readonly string[]): Promise<readonly number[] | null>
  /** How each phrase fits the talk it was taken from. */
  fits(candidates: readonly TitleCandidate[]): Promise<readonly TitleFit[] | null>
}
