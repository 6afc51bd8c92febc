import type { BranchMessage, StoredMessage } from '../store/types'

export interface MarkdownContext {
  title: string
  timeZone: string
  locale: string
  /** Title of a bucket, once merges are followed. */
  bucketTitle(message: StoredMessage): string | null
}

/**
 * Writes messages as Markdown to be read by people, one day under the other in the person's own time zone. A text keeps
 * its own Markdown, a step inwards, so that its headings are none of the document's.
 */
export class MarkdownWriter {
  private day = ''
  private level = '##'
  private readonly days: Intl.DateTimeFormat
  private readonly times: Intl.DateTimeFormat

  constructor(private readonly context: MarkdownContext) {
    const { timeZone, locale } = context
    this.days = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'full' })
    this.times = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' })
  }

  opening(): string {
    return `# ${oneLine(this.context.title)}\n`
  }

  /** What follows belongs to this bucket or segment; its days stand a step further in. */
  section(title: string): string {
    this.day = ''
    this.level = '###'
    return `\n## ${oneLine(title)}\n`
  }

  message(message: StoredMessage): string {
    const at = new Date(message.ts)
    const day = this.days.format(at)
    const heading = day === this.day ? '' : `\n${this.level} ${day}\n`
    this.day = day
    const bucket = this.context.bucketTitle(message)
    const filed = bucket === null ? '' : ` · ${oneLine(bucket)}`
    const cut = message.status === 'complete' ? '' : ` · ${message.status}`
    return `${heading}\n**${oneLine(authorOf(message))}**, ${this.times.format(at)}${filed}${cut}\n\n${quoted(message.text, '> ')}\n`
  }

  /** What stands on another branch at the place of the message above: a step further in, under a mark. */
  branch(messages: readonly BranchMessage[]): string {
    const said = messages.map(
      (message) =>
        `> > **${oneLine(authorOf(message))}**, ${this.times.format(new Date(message.ts))}\n> >\n${quoted(message.text, '> > ')}\n`,
    )
    return `\n> _On another branch:_\n>\n${said.join('> >\n')}`
  }
}

const quoted = (text: string, mark: string): string =>
  text
    .split(/\r\n|\r|\n/u)
    .map((line) => `${mark}${line}`.trimEnd())
    .join('\n')

const authorOf = ({ role, author }: Pick<StoredMessage, 'role' | 'author'>): string =>
  role === 'assistant' ? 'Assistant' : author === 'user' ? 'You' : author

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').replace(/[*_`#[\]<>]/gu, '\\$&')
