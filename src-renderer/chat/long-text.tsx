import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button'

const FIRST_CHARS = 12_000
const MORE_CHARS = 40_000

/**
 * A text of any length in a list that must stay smooth: a long one shows its beginning, and more on request. Cuts at a
 * line where there is one, and never inside a surrogate pair.
 */
export function LongText({ text, children }: { text: string; children: (shown: string) => ReactNode }) {
  const { t } = useTranslation()
  const [limit, setLimit] = useState(FIRST_CHARS)
  if (text.length <= limit) return <>{children(text)}</>
  const line = text.lastIndexOf('\n', limit)
  const cut = line > limit / 2 ? line : limit
  const end = /[\uD800-\uDBFF]/.test(text.charAt(cut - 1)) ? cut - 1 : cut
  return (
    <>
      {children(text.slice(0, end))}
      <Button tone="link" className="mt-1.5" onClick={() => setLimit(limit + MORE_CHARS)}>
        {t('message.showMore', { count: text.length - end })}
      </Button>
    </>
  )
}
