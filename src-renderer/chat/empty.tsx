import type { BucketId } from '@shared/ids'
import { useTranslation } from 'react-i18next'

/** An empty middle says what will appear there, and why. */
export function EmptyConversation({ thread }: { thread: BucketId | null }) {
  const { t } = useTranslation()
  return (
    <div className="grid min-h-0 flex-1 place-items-center px-6">
      <div className="max-w-[420px] text-center">
        <h2 className="text-title font-semibold">{t(thread ? 'empty.threadTitle' : 'empty.title')}</h2>
        <p className="mt-1.5 text-soft">{t(thread ? 'empty.threadText' : 'empty.text')}</p>
      </div>
    </div>
  )
}
