import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Foot } from '../app/foot'
import { keyName } from '../app/hotkeys'
import { useView } from '../app/view'
import { TextInput } from '../ui/field'
import { BucketList } from './bucket-list'
import { SeveralBar } from './several-bar'
import { SuggestionCard } from './suggestion-card'

/** The left column: find, what the janitor suggests, the buckets, and who answers here. */
export function Sidebar() {
  const { t } = useTranslation()
  const open = useView((view) => view.open)
  const [filter, setFilter] = useState('')
  return (
    <>
      <div className="flex h-12 flex-none items-center px-3">
        <button
          type="button"
          onClick={() => open({ kind: 'palette' })}
          className="flex h-8 min-w-0 flex-1 items-center whitespace-nowrap gap-2 rounded-lg border border-line bg-raised px-2.5 text-list text-faint transition-colors hover:border-field"
        >
          <Search aria-hidden="true" className="size-3.5" />
          <span className="truncate">{t('palette.open')}</span>
          <kbd className="ms-auto flex-none font-mono text-tiny max-[1099px]:hidden">{keyName('K')}</kbd>
        </button>
      </div>
      <SuggestionCard />
      <div className="flex-none px-2 pt-1 pb-0.5">
        <TextInput
          id="bucket-filter"
          type="search"
          value={filter}
          aria-label={t('bucket.filter')}
          placeholder={t('bucket.filter')}
          onChange={(event) => setFilter(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setFilter('')
          }}
          className="h-7! w-full border-transparent! bg-transparent! px-2! hover:bg-hover! focus:bg-raised!"
        />
      </div>
      <BucketList filter={filter} />
      <SeveralBar />
      <Foot />
    </>
  )
}
