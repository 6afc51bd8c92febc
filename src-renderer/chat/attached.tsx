import { type AttachedFile, shownAt, viewOf } from '@shared/attached-file'
import type { Attachment } from '@shared/text/attachments'
import { FileText, ImageOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'
import { Dialog, DialogActs } from '../ui/dialog'
import { LongText } from './long-text'

/** What is attached to a message: pictures as they look, the rest as a chip each, which opens what it holds. */
export function Attached({ attachments }: { attachments: readonly Attachment[] }) {
  const pictures = attachments.flatMap(({ file }) => (file?.kind === 'image' ? [file] : []))
  const others = attachments.filter(({ file }) => file?.kind !== 'image')
  return (
    <div className="mt-1.5 grid max-w-full justify-items-end gap-1.5">
      {pictures.length > 0 ? (
        <div className="flex flex-wrap justify-end gap-1.5">
          {pictures.map((file) => (
            <Picture key={file.name} file={file} />
          ))}
        </div>
      ) : null}
      {others.map((attachment) => (
        <Chip key={attachment.name} attachment={attachment} />
      ))}
    </div>
  )
}

/** Small, at its own proportions from the start, so that nothing moves when it has come; a press shows it large. */
function Picture({ file }: { file: AttachedFile }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [missing, setMissing] = useState(false)
  const save = useAct('attachments.saveCopy')
  const { name, width = 1, height = 1 } = file
  const share = Math.min(1, 240 / width, 180 / height)
  if (missing)
    return (
      <span className="flex h-[26px] items-center gap-1.5 rounded-md border border-line px-2 text-meta text-faint">
        <ImageOff aria-hidden="true" className="size-3.5 flex-none" />
        <span dir="auto">{t('attach.elsewhere', { name })}</span>
      </span>
    )
  return (
    <>
      <button
        type="button"
        aria-label={t('attach.show', { name })}
        title={name}
        onClick={() => setOpen(true)}
        className="overflow-hidden rounded-lg border border-line hover:border-accent"
      >
        <img
          src={shownAt(viewOf(file.file))}
          alt={name}
          width={Math.max(24, Math.round(width * share))}
          height={Math.max(24, Math.round(height * share))}
          draggable={false}
          onError={() => setMissing(true)}
          className="block object-cover"
        />
      </button>
      {open ? (
        <Dialog title={name} width={Math.max(360, Math.min(1_080, width + 42))} onClose={() => setOpen(false)}>
          <img
            src={shownAt(file.file)}
            alt={name}
            width={width}
            height={height}
            className="mx-auto block h-auto max-h-[70vh] w-auto max-w-full object-contain"
          />
          <DialogActs>
            <Button tone="quiet" onClick={() => save.mutate({ file: file.file, name })}>
              {t('attach.save')}
            </Button>
            <Button onClick={() => setOpen(false)}>{t('common.close')}</Button>
          </DialogActs>
        </Dialog>
      ) : null}
    </>
  )
}

function Chip({ attachment: { name, text, file } }: { attachment: Attachment }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const save = useAct('attachments.saveCopy')
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
        <span className="flex-none text-faint tabular">
          {file?.pages === undefined
            ? t('attach.size', { count: text?.length ?? 0 })
            : t('attach.pages', { count: file.pages })}
        </span>
      </button>
      {open ? (
        <section
          aria-label={name}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
          tabIndex={0}
          className="max-h-[50vh] w-full overflow-auto rounded-lg border border-line bg-raised p-3 text-start"
        >
          {text === null ? (
            <p className="text-meta text-faint">{t('attach.saysNothing')}</p>
          ) : (
            <pre dir="auto" className="font-mono text-[12.5px] whitespace-pre-wrap">
              <LongText text={text}>{(shown) => shown}</LongText>
            </pre>
          )}
          {file ? (
            <p className="mt-2">
              <Button tone="link" onClick={() => save.mutate({ file: file.file, name })}>
                {t('attach.save')}
              </Button>
            </p>
          ) : null}
        </section>
      ) : null}
    </>
  )
}
