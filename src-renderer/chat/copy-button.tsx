import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../app/copy'
import { IconButton } from '../ui/button'

/** Copies, and says so for a moment in its own place. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <IconButton
      label={copied ? t('common.copied') : t('common.copy')}
      onClick={() => void copyText(text).then(setCopied)}
    >
      {copied ? <Check /> : <Copy />}
    </IconButton>
  )
}
