import { type BucketId, bucketId } from '@shared/ids'

/** The scheme of links into the app from elsewhere: `catchment://bucket/dog_breeds_001`. */
export const LINK_SCHEME = 'catchment'

/** The bucket a link leads to; null for anything that is no such link. A link may come from anywhere, so it is read strictly. */
export function bucketOfLink(link: string): BucketId | null {
  if (!URL.canParse(link)) return null
  const url = new URL(link)
  if (url.protocol !== `${LINK_SCHEME}:` || url.host !== 'bucket') return null
  try {
    const read = bucketId.safeParse(decodeURIComponent(url.pathname.slice(1)).normalize('NFKC'))
    return read.success ? read.data : null
  } catch {
    return null // a broken escape is no link of ours
  }
}

/** The same among the words of a command line: how Windows and Linux hand a link over. */
export const bucketOfWords = (words: readonly string[]): BucketId | null =>
  words.flatMap((word) => bucketOfLink(word) ?? [])[0] ?? null
