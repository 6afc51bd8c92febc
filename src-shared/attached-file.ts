/** Files that travel with a message beside its text: images, and PDF whose text stands in the message. */
import { z } from 'zod'

/** SHA-256 of what it holds, then what it is: the name a file is kept under. */
export const KEPT_NAME = /^[0-9a-f]{64}\.(?:png|jpg|gif|webp|pdf)$/u

export const attachedFile = z.object({
  kind: z.enum(['image', 'file']),
  /** As the person's own file is called. */
  name: z.string().min(1).max(255),
  /** What it is kept under (`KEPT_NAME`). */
  file: z.string().regex(KEPT_NAME),
  bytes: z.number().int().nonnegative(),
  /** Of an image, in pixels. */
  width: z.number().int().positive().exactOptional(),
  height: z.number().int().positive().exactOptional(),
  /** Of a PDF. */
  pages: z.number().int().positive().exactOptional(),
})
export type AttachedFile = z.infer<typeof attachedFile>

/** No file that is larger is attached. Bytes. */
export const MOST_FILE_BYTES = 50_000_000
/** So many files go with one message. */
export const MOST_FILES = 20

/** The smaller picture that is shown and sent in an image's place: without place and camera, at most so wide or high. Pixels. */
export const VIEW_PIXELS = 1_568

/** Where the window finds what is attached. */
export const shownAt = (file: string): string => `/attached/${file}`
export const viewOf = (file: string): string => `${file.slice(0, 64)}.view.jpg`
