/**
 * What travels with a message. A text is a fenced block that names its file, so that it is filed, searched, sent to a model and
 * exported as what it is, a part of the message; what holds no text is named on a line of its own.
 */
import type { AttachedFile } from '../attached-file'

export interface Attachment {
  name: string
  /** Null: an image, or a PDF that says nothing. */
  text: string | null
  /** Where the file itself is kept; left out of texts, which are the message's own. */
  file?: AttachedFile
}

const FENCE = /^(`{3,})([\w+#.-]*) file="([^"\n]+)"\n([\s\S]*?)\n\1$/gmu

/** A file's name as it can stand in a message. */
export const plainName = (name: string): string =>
  name
    .replaceAll(/["\s]+/gu, ' ')
    .trim()
    .slice(0, 255) || 'file'

const labelOf = ({ kind, name }: Pick<AttachedFile, 'kind' | 'name'>): string => `[${kind}: ${name}]`

/** A message's own words, then what is attached to it. */
export function withAttachments(text: string, attachments: readonly Attachment[]): string {
  const parts = attachments.map(({ name, text: content, file }) => {
    if (content === null) return labelOf({ kind: file?.kind ?? 'file', name: plainName(name) })
    const longest = Math.max(2, ...Array.from(content.matchAll(/`{3,}/gu), ([run]) => run.length))
    const fence = '`'.repeat(longest + 1)
    const plain = plainName(name)
    const ending = /\.([\w+#-]{1,12})$/u.exec(plain)?.[1]?.toLowerCase() ?? ''
    return `${fence}${ending} file="${plain}"\n${content.replaceAll('\r\n', '\n').replace(/\n+$/u, '')}\n${fence}`
  })
  return [text.trim(), ...parts].filter((part) => part !== '').join('\n\n')
}

/**
 * The other way round. What only looks alike and names no file stays where it is.
 * @param files what is kept of the message's files; a line that names another one is the person's own
 */
export function splitAttachments(
  message: string,
  files: readonly AttachedFile[] = [],
): { text: string; attachments: Attachment[] } {
  if (!message.includes(' file="') && files.length === 0) return { text: message, attachments: [] }
  const waiting = [...files]
  const fileNamed = (name: string): { file?: AttachedFile } => {
    const at = waiting.findIndex((file) => file.kind === 'file' && file.name === name)
    const [file] = at < 0 ? [] : waiting.splice(at, 1)
    return file ? { file } : {}
  }
  const blocks: Attachment[] = []
  let text = message.replaceAll(FENCE, (_, _fence: string, _ending: string, name: string, content: string) => {
    blocks.push({ name, text: content, ...fileNamed(name) })
    return ''
  })
  const labelled = waiting.map((file): Attachment => {
    text = withoutLine(text, labelOf(file))
    return { name: file.name, text: null, file }
  })
  const attachments = [...labelled, ...blocks]
  return attachments.length === 0
    ? { text: message, attachments }
    : { text: text.replaceAll(/\n{3,}/gu, '\n\n').trim(), attachments }
}

/** Without the last line that is just this: labels stand behind what was said. */
function withoutLine(text: string, line: string): string {
  const lines = text.split('\n')
  const at = lines.lastIndexOf(line)
  return at < 0 ? text : [...lines.slice(0, at), ...lines.slice(at + 1)].join('\n')
}
