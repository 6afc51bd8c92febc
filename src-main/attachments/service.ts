import type { AttachedFile } from '@shared/attached-file'
import type { AddedFile, AddingAnswer } from '@shared/contract/attachments'
import { CatchmentError } from '@shared/contract/errors'
import { plainName } from '@shared/text/attachments'
import { AttachedFiles } from './files'
import { endingOf } from './kind'
import type { ReadPdf } from './reading'

interface AttachmentPorts {
  storeDir: string
  profileId: string
  readPdf: ReadPdf
  now(): number
}

/** A file as the window hands it over. */
interface Adding {
  name: string
  bytes: Uint8Array
  image?: { width: number; height: number; view: Uint8Array }
}

/** A picture as a model is sent it. */
interface Picture {
  mediaType: 'image/jpeg'
  bytes: Uint8Array
}

export type Attachments = ReturnType<typeof createAttachments>

/** Longer than that no PDF is read. Milliseconds. */
const READING_MS = 60_000

/** Images and PDF that travel with messages: taken in, kept by their content, shown, sent to models that can see. */
export function createAttachments({ storeDir, profileId, readPdf, now }: AttachmentPorts) {
  const files = new AttachedFiles(storeDir, profileId)

  async function addPdf(name: string, bytes: Uint8Array): Promise<AddingAnswer> {
    const file = await files.draft(bytes, 'pdf', null)
    const limit = AbortSignal.timeout(READING_MS)
    const read = await readPdf((await files.pathOf(file)) ?? '', limit)
    if (read === null) return { kind: 'refused', why: limit.aborted ? 'slow' : 'broken' }
    if (read.kind === 'refused') return { kind: 'refused', why: read.why }
    return added({
      file: { kind: 'file', name, file, bytes: bytes.length, pages: read.pages },
      text: read.text === '' ? null : read.text,
      pagesRead: read.pagesRead < read.pages ? read.pagesRead : null,
    })
  }

  return {
    /** @throws CatchmentError `disk_full`, `bad_request` for what is neither an image nor a PDF */
    async add({ name: called, bytes, image }: Adding): Promise<AddingAnswer> {
      const name = plainName(called)
      const ending = endingOf(bytes)
      if (ending === 'pdf') return addPdf(name, bytes)
      if (ending === null || image === undefined || endingOf(image.view) !== 'jpg')
        throw new CatchmentError('bad_request', `“${name}” is neither an image nor a PDF that can be read.`)
      const { width, height, view } = image
      const file = await files.draft(bytes, ending, view)
      return added({
        file: { kind: 'image', name, file, bytes: bytes.length, width, height },
        text: null,
        pagesRead: null,
      })
    },
    keep: (list: readonly AttachedFile[]) => files.keep(list),
    pathOf: (name: string) => files.pathOf(name),
    copyTo: (file: string, target: string) => files.copyTo(file, target),
    erase: (list: readonly string[]) => files.erase(list),
    /** Drafts that were given up go. */
    sweep: () => files.sweep(now()),
    /** The pictures among these files, as a model is sent them. One that is not on this computer is left out. */
    async pictures(list: readonly AttachedFile[]): Promise<Picture[]> {
      const all = await Promise.all(list.map(({ kind, file }) => (kind === 'image' ? files.view(file) : null)))
      return all.flatMap((bytes) => (bytes === null ? [] : [{ mediaType: 'image/jpeg' as const, bytes }]))
    },
  }
}

const added = (file: AddedFile): AddingAnswer => ({ kind: 'added', ...file })
