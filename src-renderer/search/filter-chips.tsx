import type { QueryFilter } from '@shared/search-query'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'

interface FilterChipsProps {
  filters: readonly QueryFilter[]
  onRemove: (filter: QueryFilter) => void
}

/** What narrows the search, as it was understood; each can be taken away. */
export function FilterChips({ filters, onRemove }: FilterChipsProps) {
  const { t } = useTranslation()
  if (filters.length === 0) return null
  return (
    <ul aria-label={t('palette.filters.label')} className="flex flex-none flex-wrap gap-1.5 px-3.5 pt-2">
      {filters.map((filter) => {
        const name = t(`palette.filters.${filter.kind}`, { value: filter.value })
        return (
          <li
            key={filter.start}
            className="inline-flex h-[22px] max-w-full items-center gap-1 rounded-full bg-wash pe-1 ps-2 text-meta text-ink"
          >
            <span className="truncate" dir="auto">
              {name}
            </span>
            <button
              type="button"
              aria-label={t('palette.filters.remove', { name })}
              onClick={() => onRemove(filter)}
              className="rounded-full p-0.5 text-soft hover:bg-hover hover:text-ink"
            >
              <X aria-hidden="true" className="size-3" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
