import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useView } from '../app/view'
import { useDebounced } from '../search/use-search'
import { Button } from '../ui/button'
import { Select, TextInput } from '../ui/field'
import { FileCard } from './file-card'
import { MemoryList } from './memory-list'
import { MEMORY_SHOWS, type MemoryShow, memoryCounts } from './query'

/** What is remembered: the memory file, then every entry by its category. */
export function MemoryPanel() {
  const { t } = useTranslation()
  const open = useView((view) => view.open)
  const [show, setShow] = useState<MemoryShow>('all')
  const [typed, setTyped] = useState('')
  const filter = useDebounced(typed.trim())
  const { counts } = useQuery(memoryCounts).data ?? {}
  const total = counts ? Object.values(counts).reduce((sum, count) => sum + count, 0) : null
  const nameOf = (name: MemoryShow): string => {
    const count = name === 'all' ? total : name === 'forgotten' || name === 'ended' ? null : (counts?.[name] ?? null)
    const label =
      name === 'all' || name === 'forgotten' || name === 'ended'
        ? t(`memory.shows.${name}`)
        : t(`memory.categories.${name}`)
    return count === null ? label : t('memory.counted', { label, count })
  }
  return (
    <>
      <FileCard />
      <div className="flex flex-none gap-1.5 border-t border-line px-2.5 pt-2 pb-1">
        <TextInput
          type="search"
          value={typed}
          aria-label={t('memory.filter')}
          placeholder={t('memory.filter')}
          dir="auto"
          maxLength={200}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || typed === '') return
            event.stopPropagation()
            setTyped('')
          }}
          className="h-7! min-w-0 flex-1"
        />
        <Select
          value={show}
          aria-label={t('memory.show')}
          onChange={(event) => setShow(MEMORY_SHOWS.find((name) => name === event.target.value) ?? 'all')}
          className="h-7! w-[128px] flex-none"
        >
          {MEMORY_SHOWS.map((name) => (
            <option key={name} value={name}>
              {nameOf(name)}
            </option>
          ))}
        </Select>
      </div>
      <MemoryList key={show} wish={{ show, filter }} />
      <footer className="flex flex-none flex-wrap items-center gap-1.5 border-t border-line px-3 py-2.5">
        <Button onClick={() => open({ kind: 'memory-file' })}>{t('memoryFile.open')}</Button>
        <Button tone="quiet" onClick={() => open({ kind: 'new-memory' })}>
          {t('memory.add')}
        </Button>
      </footer>
    </>
  )
}
