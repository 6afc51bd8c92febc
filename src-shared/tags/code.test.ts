import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeTags } from './escape'
import { createTagStream, parseTags } from './stream'
import type { Tag, TagOutput } from './tag'
import injections from './testing/injections.json'

const TAG = '<mira:bucket>archive target_001</mira:bucket>'
const F = '```'

const stream = (chunks: readonly string[]): TagOutput => {
  const tags = createTagStream()
  const outputs = [...chunks.map((chunk) => tags.push(chunk)), tags.end()]
  return { text: outputs.map((o) => o.text).join(''), tags: outputs.flatMap((o) => o.tags) }
}
/** Random pieces of a text. */
const pieces = (text: string): fc.Arbitrary<string[]> =>
  fc.array(fc.nat(Math.max(0, text.length)), { maxLength: 12 }).map((cuts) => {
    const at = [0, ...[...cuts].sort((a, b) => a - b), text.length]
    return at.slice(1).map((to, i) => text.slice(at[i], to))
  })
const acts = (tags: readonly Tag[]): Tag[] => tags.filter((tag) => tag.kind === 'command' && tag.parsed.ok)

/** Every way in which Markdown shows code, and some that it does not and a reader does. */
const IN_CODE: [string, string][] = [
  ['a fence', `${F}\n${TAG}\n${F}`],
  ['a fence of tildes', `~~~\n${TAG}\n~~~`],
  ['a fence that nothing closes', `${F}xml\n${TAG}\n`],
  ['a fence indented by a tab', `\t${F}\n\t${TAG}\n\t${F}`],
  ['a fence indented by a tab, its contents at the margin', `\t${F}\n${TAG}\n\t${F}`],
  ['a fence indented by spaces and a tab', `  \t~~~\n${TAG}`],
  ['a deep fence that a row at the margin does not close', `\t${F}\n\tx\n\ny\n${F}\n${TAG}\n${F}`],
  ['a fence that a row four columns in does not close', `${F}\n    ${F}\n${TAG}\n${F}`],
  ['a fence in a quote', `> ${F}\n> ${TAG}\n> ${F}`],
  ['a fence in a quote that nothing closes', `> ${F}\n> ${TAG}`],
  ['a fence in a quote in a quote', `> > ~~~\n> > ${TAG}`],
  ['a fence that a quoted row does not close', `${F}\n> ${F}\n${TAG}\n${F}`],
  ['a fence behind a quote that ended with its own', `> ${F}\n> x\n\n${F}\n${TAG}\n${F}`],
  ['a fence in an item of a list', `- x\n  ${F}\n  ${TAG}\n  ${F}`],
  ['a fence that begins an item', `- ${F}\n  ${TAG}\n  ${F}`],
  ['a fence that begins a numbered item, by tabs', `1.\t~~~\n\t${TAG}`],
  ['a fence behind an item that ended with its own', `- ${F}\n  x\n\ny\n\n${F}\n${TAG}\n${F}`],
  ['a fence that a listed row does not close', `${F}\n- ${F}\n${TAG}\n${F}`],
  ['an indented block', `Like this:\n\n    ${TAG}\n`],
  ['an indented block at the very start', `    ${TAG}`],
  ['an indented block by a tab', `Like this:\n\n\t${TAG}`],
  ['an indented block with text before the tag', `Like this:\n\n    say ${TAG}`],
  ['the second line of an indented block', `Like this:\n\n    x\n    ${TAG}`],
  ['an indented block behind empty lines of its own', `Like this:\n\n    x\n\n\n    ${TAG}`],
  ['an indented block behind a heading', `# Title\n    ${TAG}`],
  ['an indented block behind a rule', `text\n\n---\n    ${TAG}`],
  ['an indented block behind a fence', `${F}\nx\n${F}\n    ${TAG}`],
  ['an indented block in a quote', `>     ${TAG}`],
  ['an indented block with a backtick in it', `x\n\n    \`\n    ${TAG}`],
  ['an indented block that looks like a list', `    - ${TAG}`],
  ['an indented block that looks like a quote', `x\n\n    > ${TAG}`],
  ['an indented block that begins an item', `text\n-     ${TAG}`],
  ['an indented block in a quote that a paragraph stands before', `text\n>     ${TAG}`],
  ['an indented block behind a heading in an item of a quote', `> - # Title\n    ${TAG}`],
  ['inline code in an item behind one with a backtick', `- The sign \` alone\n- Use \`${TAG}\``],
  ['inline code in a numbered item behind one with a backtick', `3. The sign \` alone\n4. Use \`${TAG}\``],
  ['inline code in a list behind a paragraph with a backtick', `The sign \` alone\n1. Use \`${TAG}\``],
  ['inline code in a quote behind a paragraph with a backtick', `The sign \` alone\n> \`${TAG}\``],
  ['inline code behind a heading with a backtick', `# The \` sign\nUse \`${TAG}\``],
  ['inline code in a heading behind a paragraph with a backtick', `The sign \`\n## \`${TAG}\``],
  ['inline code behind a rule and a backtick', `The sign \` alone\n---\n\`${TAG}\``],
  [
    'inline code in a row of a table behind one with a backtick',
    `| a | b |\n|---|---|\n| \` | x |\n| \`${TAG}\` | y |`,
  ],
  ['inline code behind an escaped backtick', `Write \\\` for it, as in \`${TAG}\` here`],
  ['what a reader takes for inline code behind a backslash', `Write \\\`${TAG}\` here`],
  ['inline code of which the first backtick is escaped', `Write \\\`\`${TAG}\` here`],
  ['an indented block behind a fence that ended with its quote', `> ${F}\n> x\n    ${TAG}`],
  ['inline code over lines that look like a list and are none', `Use \`x\n2. ${TAG}\` here`],
  ['inline code', `Use \`${TAG}\` here`],
  ['inline code of two backticks', `Use \`\` ${TAG} \`\` here`],
  ['inline code over two lines', `Use \`x\n${TAG}\` here`],
  ['three backticks on one line', `${F} ${TAG} ${F}`],
  ['a tag behind a backslash', `\\${TAG}`],
  ['a tag behind two backslashes', `\\\\${TAG}`],
]

describe('a tag in code', () => {
  it.each(IN_CODE)('is text in %s, however the reply comes in', (_, reply) => {
    const whole = parseTags(reply)
    expect(whole).toEqual({ text: reply, tags: [] })
    fc.assert(
      fc.property(pieces(reply), (chunks) => {
        expect(stream(chunks)).toEqual(whole)
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    ['behind a closed fence', `${F}\nx\n${F}\n${TAG}`],
    ['behind a fence that ended with its quote', `> ${F}\n> x\n\n${TAG}`],
    ['behind a closed deep fence', `\t${F}\n\tx\n\t${F}\n${TAG}`],
    ['in a paragraph’s indented second line', `text\n      ${TAG}`],
    ['in an item’s second paragraph', `- x\n\n  ${TAG}`],
    ['in a numbered item’s second paragraph', `1. x\n\n   ${TAG}`],
    ['indented in an analysis block', `<mira:analysis>\n\n    ${TAG}\n</mira:analysis>\nHi`],
    ['quoted, but not as code', `> ${TAG}`],
    ['in a list in an item', `- x\n    - ${TAG}`],
    ['in a list in an item behind an empty line', `- x\n\n    - ${TAG}`],
    ['behind a paragraph’s quoted, indented second line', `> text\n>     ${TAG}`],
  ])('that is none counts: %s', (_, reply) => {
    expect(acts(parseTags(reply).tags)).toHaveLength(1)
  })
})

describe('hostile texts', () => {
  const UNCLOSED_AT_THE_END = /^<mira:bucket>archive target_001$/
  const KNOWN = /target_001/

  it.each(injections.reply.map((text) => [text.slice(0, 60), text]))('as a reply change nothing: %j', (_, reply) => {
    const whole = parseTags(reply)
    const dangerous = acts(whole.tags).filter(
      (tag) =>
        tag.kind === 'command' &&
        KNOWN.test(tag.line) &&
        // A bucket merged into itself and a command that names no bucket are refused where they are carried out.
        tag.line !== 'mv target_001 target_001',
    )
    if (!UNCLOSED_AT_THE_END.test(reply)) expect(dangerous).toEqual([])
    fc.assert(
      fc.property(pieces(reply), (chunks) => {
        expect(stream(chunks)).toEqual(whole)
      }),
      { numRuns: 30 },
    )
  })

  it.each(injections.user.map((text) => [text.slice(0, 60), text]))('as quoted text hold no tag: %j', (_, text) => {
    const escaped = escapeTags(text)
    for (const around of [escaped, `Sure. ${escaped}\n\nAnything else?`, `<mira:analysis>${escaped}</mira:analysis>`])
      expect(parseTags(around).tags.filter((tag) => tag.kind !== 'analysis')).toEqual([])
  })
})
