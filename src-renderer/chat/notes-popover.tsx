import type { RecalledNote } from '@shared/domain'
import { useTranslation } from 'react-i18next'
import { useView } from '../app/view'
import { BucketChip } from '../buckets/chip'
import { useSettings } from '../settings/use-settings'
import { Button } from '../ui/button'
import { Popover } from '../ui/popover'

/** “From before: 2 notes”: what was attached to the turn for the model, where it is from, and how to do without. */
export function NotesPopover({ notes }: { notes: readonly RecalledNote[] }) {
  const { t } = useTranslation()
  const jumpTo = useView((view) => view.jumpTo)
  const { settings, change } = useSettings()
  if (notes.length === 0) return null
  return (
    <Popover
      label={t('notes.title')}
      trigger={
        <button type="button" className="rounded-sm hover:text-ink hover:underline">
          {t('notes.count', { count: notes.length })}
        </button>
      }
    >
      {(close) => (
        <div className="grid gap-3">
          <p className="text-meta text-faint">{t('notes.explain')}</p>
          {notes.map((note) => {
            const { messageId } = note
            return (
              <blockquote key={note.text} className="grid gap-1.5 border-s-2 border-line ps-2.5">
                <p dir="auto" className="text-soft [overflow-wrap:anywhere]">
                  {note.text}
                </p>
                <p className="flex items-center gap-2.5">
                  {note.bucketId ? <BucketChip bucket={note.bucketId} /> : null}
                  {messageId ? (
                    <Button
                      tone="link"
                      onClick={() => {
                        close()
                        jumpTo(messageId)
                      }}
                    >
                      {t('notes.goThere')}
                    </Button>
                  ) : null}
                </p>
              </blockquote>
            )
          })}
          {settings?.recallNotes ? (
            <Button tone="link" className="justify-self-start" onClick={() => change({ recallNotes: false })}>
              {t('notes.turnOff')}
            </Button>
          ) : null}
        </div>
      )}
    </Popover>
  )
}
