import { SUMMARY_BULLET } from '@shared/contract/segments'
import { Markdown } from '../chat/markdown/markdown'

/** A summary as it is read: its bullets as a list, and a person's own lines one under the other. */
export function SummaryText({ text }: { text: string }) {
  return <Markdown text={text.split('\n').map(asMarkdown).join('\n')} />
}

function asMarkdown(line: string, index: number, lines: readonly string[]): string {
  if (line.startsWith(SUMMARY_BULLET)) return `- ${line.slice(SUMMARY_BULLET.length)}`
  // a blank line before it keeps it out of the list above, two spaces at its end the next line out of it
  return `${lines[index - 1]?.startsWith(SUMMARY_BULLET) ? '\n' : ''}${line.trim() === '' ? '' : `${line}  `}`
}
