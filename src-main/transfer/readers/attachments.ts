/** Files that belonged to a message, named in its text so that they can be found. */
import type { Attachment } from '../types'

const IMAGE = /\.(?:png|jpe?g|gif|webp|heic|heif|bmp|svg|tiff?|avif)$/i
const AUDIO = /\.(?:mp3|wav|m4a|ogg|opus|flac|aac|weba)$/i
const VIDEO = /\.(?:mp4|mov|webm|mkv|avi)$/i

/** What a file is, by its type or its name. */
export function kindOf(name: string, mimeType: string | null = null): Attachment['kind'] {
  if (mimeType?.startsWith('image/') || IMAGE.test(name)) return 'image'
  if (mimeType?.startsWith('audio/') || AUDIO.test(name)) return 'audio'
  return mimeType?.startsWith('video/') || VIDEO.test(name) ? 'video' : 'file'
}

/** `[image: garden.jpg]`; without a name `[image]`. */
export const labelOf = ({ kind, name }: Attachment): string => (name === '' ? `[${kind}]` : `[${kind}: ${name}]`)

/** Words that came as a file, under its name. */
export const quotedFile = (name: string, content: string): string =>
  `${labelOf({ kind: 'file', name })}\n\n${content.trim()}`

/** A document that a model wrote beside its answer: Markdown as it is, code in a fence that it cannot close. */
export function document(label: string, title: string, language: string | null, content: string): string {
  const head = title === '' ? `[${label}]` : `[${label}: ${title}]`
  return `${head}\n\n${language === null ? content.trim() : fenced(language, content)}`
}

export function fenced(language: string, code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`{3,}/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${code.replace(/\n+$/, '')}\n${fence}`
}

export const paragraphs = (parts: readonly string[]): string =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n')
