import { RadioGroup } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button'
import { Dialog, DialogActs } from '../ui/dialog'
import { BucketTitle } from './bucket-title'
import { useChosen } from './several-bar'
import { useSeveral } from './use-several'

/** Several buckets become one: which of them stays is the person's choice, the largest unless they say otherwise. */
export function MergeSeveralDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const buckets = useChosen()
  const [stays, setStays] = useState<string | null>(null)
  const target = buckets.find(({ id }) => id === stays) ?? buckets[0]
  const { mergeInto, busy } = useSeveral()
  const merge = async (): Promise<void> => {
    if (!target) return
    onClose()
    await mergeInto(target, buckets)
  }
  return (
    <Dialog
      title={t('several.mergeTitle', { count: buckets.length })}
      description={t('several.mergeText')}
      width={440}
      onClose={onClose}
    >
      <RadioGroup.Root
        value={target?.id ?? ''}
        aria-label={t('several.stays')}
        onValueChange={setStays}
        className="grid max-h-[40vh] gap-1 overflow-y-auto"
      >
        {buckets.map((bucket) => (
          <RadioGroup.Item
            key={bucket.id}
            value={bucket.id}
            className="group flex min-h-8 items-center gap-2.5 rounded-md px-2 text-start hover:bg-hover data-[state=checked]:bg-wash"
          >
            <span
              aria-hidden="true"
              className="size-3.5 flex-none rounded-full border border-field group-data-[state=checked]:border-[4px] group-data-[state=checked]:border-accent"
            />
            <BucketTitle bucket={bucket.id} title={bucket.title} className="flex-1" />
            <span className="flex-none text-meta text-faint tabular">
              {t('count.messages', { count: bucket.messages })}
            </span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
      <DialogActs>
        <Button tone="quiet" onClick={onClose}>
          {t('message.editCancel')}
        </Button>
        <Button tone="go" disabled={busy || buckets.length < 2} onClick={() => void merge()}>
          {t('several.mergeNow')}
        </Button>
      </DialogActs>
    </Dialog>
  )
}
