import { z } from 'zod'
import { type AttachedFile, attachedFile, MOST_FILE_BYTES } from '../attached-file'
import { request } from './request'

/** A file that was taken in for a message that is still being written. */
export interface AddedFile {
  file: AttachedFile
  /** What a PDF says; null: it says nothing, or it is an image. */
  text: string | null
  /** Of a PDF: so many of its first pages were read, where it has more. */
  pagesRead: number | null
}

/** `locked`: it asks for a password. `broken`: it cannot be read. `slow`: reading it was given up. */
export type AddingAnswer = ({ kind: 'added' } & AddedFile) | { kind: 'refused'; why: 'locked' | 'broken' | 'slow' }

const bytes = z.custom<Uint8Array>(
  (all) => all instanceof Uint8Array && all.length > 0 && all.length <= MOST_FILE_BYTES,
)

export const attachmentRequests = {
  /** Keeps an image or a PDF in the store's folder by its content. It goes again if no message takes it up within a month. */
  'attachments.add': request<AddingAnswer>()(
    z.object({
      name: z.string().min(1).max(255),
      bytes,
      /** Of an image: its size, and the smaller picture (JPEG) that is shown and sent in its place. */
      image: z
        .object({ width: z.number().int().positive(), height: z.number().int().positive(), view: bytes })
        .exactOptional(),
    }),
  ),
  /** Saves a copy where the person says; false if they cancelled. */
  'attachments.saveCopy': request<{ saved: boolean }>()(attachedFile.pick({ file: true, name: true })),
}
