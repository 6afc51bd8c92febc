/**
 * Texts that travel with a message: each is a fenced block that names its file, so that it is filed, searched, sent to a model
 * and exported as what it is, a part of the message.
 */
export interface TextAttachment {
  name: string
  text: string
}

const FENCE = /^(`{3,})([\w+#.-]*) file="([^"\n]+)"\n([\s\S]*?)\n\1$/gmu

/** A message's own words, then what is attached to it. */
export function withAttachments(text: string, attachments: readonly TextAttachment[]): string {
  const blocks = attachments.map(({ name, text: content }) => {
    const longest = Math.max(2, ...Array.from(content.matchAll(/`{3,}/gu), ([run]) => run.length))
    const fence = '`'.repeat(longest + 1)
    const plain = name.replaceAll(/["\s]+/gu, ' ').trim() || 'file'
    const ending = /\.([\w+#-]{1,12})$/u.exec(plain)?.[1]?.toLowerCase() ?? ''
    return `${fence}${ending} file="${plain}"\n${content.replaceAll('\r\n', '\n').replace(/\n+$/u, '')}\n${fence}`
  })
  return [text.trim(), ...blocks].filter((part) => part !== '').join('\n\n')
}

/** The other way round. What only looks alike and names no file stays where it is. */
export function splitAttachments(message: string): { text: string; attachments: TextAttachment[] } {
  if (!message.includes(' file="')) return { text: message, attachments: [] }
  const attachments: TextAttachment[] = []
  const text = message.replaceAll(FENCE, (_, _fence: string, _ending: string, name: string, content: string) => {
    attachments.push({ name, text: content })
    return ''
  })
  return attachments.length === 0
    ? { text: message, attachments }
    : { text: text.replaceAll(/\n{3,}/gu, '\n\n').trim(), attachments }
}
