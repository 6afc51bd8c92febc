import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { keyboardScroll } from '../../ui/keyboard-scroll'
import { CopyButton } from '../copy-button'
import { colour, coloured } from './highlight'

interface CodeBlockProps {
  code: string
  /** As the model wrote it after the fence, lower case; empty if it wrote nothing. */
  language: string
  /** While the reply is written, code stays plain: colours would be worked out anew for every token. */
  settled: boolean
}

/** A fenced block with its language, a copy button, and colours once it is complete. Colours never change its size. */
export const CodeBlock = memo(function CodeBlock({ code, language, settled }: CodeBlockProps) {
  const lines = useQuery({
    queryKey: ['highlight', language, code],
    queryFn: () => colour(code, language),
    initialData: () => coloured(code, language) ?? undefined,
    enabled: settled && language !== '',
    gcTime: 60_000,
  }).data
  return (
    <div className="overflow-hidden rounded-xl border border-line bg-raised">
      <div className="flex h-8 items-center justify-between border-b border-line pe-1 ps-3 text-meta text-faint">
        <span>{language}</span>
        <CopyButton text={code} />
      </div>
      <pre {...keyboardScroll} className="overflow-x-auto px-3 py-2.5 font-mono text-small leading-[1.55]" dir="ltr">
        <code>
          {lines
            ? lines.map((line, number) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines and tokens of finished code never move
                <span key={number}>
                  {line.map((piece, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: as above
                    <span key={at} style={{ color: piece.colour }}>
                      {piece.text}
                    </span>
                  ))}
                  {number < lines.length - 1 ? '\n' : ''}
                </span>
              ))
            : code}
        </code>
      </pre>
    </div>
  )
})
