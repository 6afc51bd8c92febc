import type { TextAttachment } from '@shared/text/attachments'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LongText } from './long-text'

/** What is attached to a message: a chip each, which opens what it holds. */
export function Attached({ attachments }: { attachments: readonly TextAttachment[] }) {
  return (
    <div className="mt-1.5 grid max-w-full justify-items-end gap-1.5">
      {attachments.map((attachment, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
        <Chip key={at} attachment={attachment} />
      ))}
    </div>
  )
}

function Chip({ attachment: { name, text } }: { attachment: TextAttachment }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex h-[26px] max-w-full items-center gap-1.5 rounded-md border border-line px-2 text-meta text-soft hover:bg-hover hover:text-ink"
      >
        <FileText aria-hidden="true" className="size-3.5 flex-none" />
        <span dir="auto" className="truncate">
          {name}
        </span>
        <span className="flex-none text-faint tabular">{t('attach.size', { count: text.length })}</span>
      </button>
      {open ? (
        <section
          aria-label={name}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
          tabIndex={0}
          className="max-h-[50vh] w-full overflow-auto rounded-lg border border-line bg-raised p-3 text-start"
        >
          <pre dir="auto" className="font-mono text-[12.5px] whitespace-pre-wrap">
            <LongText text={text}>{(shown) => shown}</LongText>
          </pre>
        </section>
      ) : null}
    </>
  )
}
