/** How often words occur in the person's own messages: what informativeness is measured by, in any language. */
export interface TermStatistics {
  documents: number
  /** Number of messages that contain the word. */
  frequency(word: string): number
  /** It stands in most buckets, so it tells none of them from another. */
  isCommon?(word: string): boolean
}
