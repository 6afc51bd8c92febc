import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import { keyboardScroll } from '../../ui/keyboard-scroll'
import { remarkKeepElements } from './as-written'
import { beginsWithHeading, splitBlocks, splitGrowing } from './blocks'
import { normaliseStrong } from './cjk-strong'
import { CodeBlock } from './code-block'
import { Formula } from './formula'
import { ImageLink, Link } from './link'
import { normaliseMath } from './math'
import { isNestedTooDeep } from './nesting'
import { PlainBoundary, PlainText } from './plain-boundary'

const PLUGINS = [remarkGfm, [remarkMath, { singleDollarTextMath: false }], remarkKeepElements] satisfies Parameters<
  typeof ReactMarkdown
>[0]['remarkPlugins']

type Element = NonNullable<ExtraProps['node']>
type ElementContent = Element['children'][number]

const textOf = (nodes: readonly ElementContent[]): string =>
  nodes
    .map((node) => (node.type === 'text' ? node.value : node.type === 'element' ? textOf(node.children) : ''))
    .join('')

const classesOf = (node: Element | undefined): string[] => {
  const names = node?.properties.className
  return Array.isArray(names) ? names.map(String) : []
}

const components = (settled: boolean): Components => ({
  a: ({ href, children }) => <Link href={href}>{children}</Link>,
  img: ({ src, alt }) => <ImageLink src={typeof src === 'string' ? src : undefined} alt={alt} />,
  pre: ({ node }) => {
    const code = node?.children.find((child): child is Element => child.type === 'element' && child.tagName === 'code')
    const classes = classesOf(code)
    const text = code ? textOf(code.children) : ''
    if (classes.includes('math-display')) return <Formula tex={text} display />
    const language = classes.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? ''
    return <CodeBlock code={text.replace(/\n$/, '')} language={language.toLowerCase()} settled={settled} />
  },
  code: ({ node, children }) =>
    classesOf(node).includes('math-inline') ? (
      <Formula tex={node ? textOf(node.children) : ''} display={false} />
    ) : (
      <code>{children}</code>
    ),
  input: ({ checked }) => <TaskBox done={checked === true} />,
  table: ({ children }) => (
    <div {...keyboardScroll} className="overflow-x-auto">
      <table>{children}</table>
    </div>
  ),
})

/** The box of a task list: it shows, it does not act. */
function TaskBox({ done }: { done: boolean }) {
  const { t } = useTranslation()
  return (
    <input type="checkbox" disabled checked={done} readOnly aria-label={t(done ? 'markdown.done' : 'markdown.open')} />
  )
}

const SETTLED = components(true)
const STREAMING = components(false)

const Block = memo(function Block({ text, settled }: { text: string; settled: boolean }) {
  return (
    // a part that begins with a heading stands further from the one before it
    <div className="block-part" data-heading={beginsWithHeading(text) ? '' : undefined}>
      {isNestedTooDeep(text) ? (
        <PlainText text={text} />
      ) : (
        <PlainBoundary text={text}>
          <ReactMarkdown remarkPlugins={PLUGINS} components={settled ? SETTLED : STREAMING}>
            {text}
          </ReactMarkdown>
        </PlainBoundary>
      )}
    </div>
  )
})

interface MarkdownProps {
  text: string
  /** False while text is still being written. */
  settled?: boolean
}

/** A reply's Markdown: no raw HTML, no remote images, links by way of main. Only its last part is parsed as it grows. */
export const Markdown = memo(function Markdown(props: MarkdownProps) {
  return (
    <PlainBoundary text={props.text}>
      <Parts {...props} />
    </PlainBoundary>
  )
})

function Parts({ text, settled = true }: MarkdownProps) {
  const blocks = useMemo(
    () => (settled ? splitBlocks : splitGrowing)(normaliseStrong(normaliseMath(text))),
    [text, settled],
  )
  return (
    <div className="prose-reply" dir="auto">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts only ever grow at the end
        <Block key={index} text={block} settled={settled || index < blocks.length - 1} />
      ))}
    </div>
  )
}
