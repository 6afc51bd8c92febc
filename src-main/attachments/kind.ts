/** What a file is, by its first bytes: a name says only what somebody called it. */
const SIGNATURES: readonly (readonly [ending: string, at: number, bytes: string])[] = [
  ['png', 0, '\x89PNG\r\n\x1a\n'],
  ['jpg', 0, '\xff\xd8\xff'],
  ['gif', 0, 'GIF8'],
  ['webp', 8, 'WEBP'],
]
/** A PDF may have something in front of its head. */
const HEAD_BYTES = 1_024

/** Its ending among those that can be attached (`KEPT_NAME`); null for anything else. */
export function endingOf(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES)).toString('latin1')
  const image = SIGNATURES.find(([, at, signature]) => head.startsWith(signature, at))
  if (image) return image[0]
  return head.includes('%PDF-') ? 'pdf' : null
}
