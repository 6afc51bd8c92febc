import { shownAt, viewOf } from '@shared/attached-file'
import type { Attachment } from '@shared/text/attachments'
import { useQuery } from '@tanstack/react-query'
import { FileText, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { asking } from '../../app/ask'
import { IconButton } from '../../ui/button'
import { type Beside, type Thread, useDrafts } from './draft'

/** What stands beside the text that is being written: long pasted texts and files, each a chip that can be taken off. */
export function BesideChips({ place }: { place: Thread }) {
  const { t } = useTranslation()
  const pasted = useDrafts((drafts) => drafts.pasted[place]) ?? []
  const reading = useDrafts((drafts) => drafts.reading[place] ?? 0)
  const drop = useDrafts((drafts) => drafts.dropPaste)
  if (pasted.length === 0 && reading === 0) return null
  return (
    <>
      <ul className="mb-2 flex flex-wrap gap-1.5">
        {pasted.map((part, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: pasted texts have no name but their place
            key={index}
            title={typeof part === 'string' ? t('composer.pastedAfter') : part.name}
            className="flex h-[30px] max-w-full items-center gap-1.5 rounded-md border border-line ps-1.5 text-meta text-soft"
          >
            <Mark part={part} />
            {typeof part === 'string' ? (
              <span>{t('composer.pasted', { count: part.length })}</span>
            ) : (
              <>
                <span dir="auto" className="max-w-60 min-w-0 truncate">
                  {part.name}
                </span>
                <Extent part={part} />
              </>
            )}
            <IconButton
              label={typeof part === 'string' ? t('composer.dropPasted') : t('attach.remove', { name: part.name })}
              onClick={() => drop(place, index)}
              className="size-6!"
            >
              <X />
            </IconButton>
          </li>
        ))}
        {reading > 0 ? (
          <li role="status" className="flex h-[30px] items-center px-1.5 text-meta text-faint">
            {t('attach.reading')}
          </li>
        ) : null}
      </ul>
      {pasted.some((part) => typeof part !== 'string' && part.file?.kind === 'image') ? <Sight /> : null}
    </>
  )
}

/** A picture as it looks; of anything else a leaf. */
function Mark({ part }: { part: Beside }) {
  const file = typeof part === 'string' ? undefined : part.file
  if (file?.kind !== 'image') return <FileText aria-hidden="true" className="size-3.5 flex-none" />
  return (
    <img
      src={shownAt(viewOf(file.file))}
      alt=""
      draggable={false}
      className="size-6 flex-none rounded-[4px] object-cover"
    />
  )
}

/** How much of a file goes with the message: the pages of a PDF, the characters of a text. */
function Extent({ part: { text, file } }: { part: Attachment }) {
  const { t } = useTranslation()
  if (file?.kind === 'image') return null
  return (
    <span className="flex-none text-faint tabular">
      {file?.pages === undefined
        ? t('attach.size', { count: text?.length ?? 0 })
        : t('attach.pages', { count: file.pages })}
    </span>
  )
}

/** Said before it is sent: whether the model that answers will see the picture. */
function Sight() {
  const { t } = useTranslation()
  const { data: status } = useQuery(asking('models.status', undefined))
  if (!status || status.chat.kind === 'none') return null
  if (status.abilities.some(({ ability, enabled }) => ability === 'see' && enabled)) return null
  return <p className="mt-1 text-meta text-faint">{t('attach.unseen')}</p>
}
