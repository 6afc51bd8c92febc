import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** What a model of another program thought before it answered: folded, as plain text. */
export function Thoughts({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    <details className="group/thoughts mb-1.5 text-list">
      <summary className="flex w-fit items-center gap-1 rounded-sm text-meta text-faint hover:text-ink">
        <ChevronRight aria-hidden="true" className="size-3 transition-transform group-open/thoughts:rotate-90" />
        {t('message.thoughts')}
      </summary>
      <p
        dir="auto"
        className="mt-1 max-h-80 overflow-y-auto border-s-2 border-line ps-3 whitespace-pre-wrap text-soft [overflow-wrap:anywhere]"
      >
        {text}
      </p>
    </details>
  )
}
