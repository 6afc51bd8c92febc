import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useView } from '../app/view'
import { attach } from '../chat/composer/attach'

/** A file may be dropped anywhere on the window: an export is looked at, and imported if the person says so; anything else goes with the message. */
export function DropZone({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const thread = useView((view) => view.bucket) ?? 'everything'
  const [over, setOver] = useState(false)
  // Leaving one child is entering the next: only the last leaving counts.
  const depth = useRef(0)
  const holdsFile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  const end = () => {
    depth.current = 0
    setOver(false)
  }
  return (
    // A drop has no key of its own: the same is in Settings, Import, and in the palette.
    // biome-ignore lint/a11y/noStaticElementInteractions: it is the whole window
    <div
      className="h-full"
      onDragEnter={(event) => {
        if (!holdsFile(event)) return
        event.preventDefault()
        depth.current += 1
        setOver(true)
      }}
      onDragOver={(event) => {
        if (!holdsFile(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
      }}
      onDragLeave={(event) => {
        if (!holdsFile(event)) return
        depth.current -= 1
        if (depth.current <= 0) end()
      }}
      onDrop={(event) => {
        if (!holdsFile(event)) return
        event.preventDefault()
        end()
        void attach(thread, [...event.dataTransfer.files])
      }}
    >
      {children}
      {over ? (
        <div
          role="status"
          className="pointer-events-none fixed inset-3 z-50 grid place-items-center rounded-2xl border-2 border-accent border-dashed bg-veil"
        >
          <p className="rounded-xl border border-line bg-raised px-5 py-3 text-title font-semibold shadow-lifted">
            {t('import.drop')}
          </p>
        </div>
      ) : null}
    </div>
  )
}
