import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../app/ask'

/** Leaves the small window. */
const close = (): void => void ask('desktop.closeJot', undefined).catch(() => window.close())

/** The small window for jotting something down: one field, filed like everything else that is written. */
export function Jot() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const onEscape = (event: globalThis.KeyboardEvent): void => {
      if (event.key === 'Escape') close()
    }
    addEventListener('keydown', onEscape)
    return () => removeEventListener('keydown', onEscape)
  }, [])
  const send = (): void => {
    const wanted = text.trim()
    if (wanted === '' || busy) return
    setBusy(true)
    ask('conversation.send', { text: wanted }).then(close, (error: Error) => {
      setBusy(false)
      setFailure(error.message)
    })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <main className="flex h-full flex-col gap-1.5 border border-line bg-raised p-3">
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the window is this field and nothing else
        autoFocus
        value={text}
        dir="auto"
        aria-label={t('composer.label')}
        placeholder={t('jot.placeholder')}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="min-h-0 w-full flex-1 resize-none bg-transparent outline-none"
      />
      <p role="status" className="text-meta text-faint">
        {failure ?? t('jot.hint')}
      </p>
    </main>
  )
}
