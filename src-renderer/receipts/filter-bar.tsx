import { ChevronDown } from 'lucide-react'
import { ToggleGroup } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { cx } from '../ui/cx'
import { Menu } from '../ui/menu'
import { CHIPS, MORE_FILTERS, RECEIPT_FILTERS, type ReceiptFilter } from './filters'

const isFilter = (value: string): value is ReceiptFilter => (RECEIPT_FILTERS as readonly string[]).includes(value)
const CHIP =
  'flex h-[22px] items-center gap-1 rounded-full border border-line px-[7px] text-meta text-soft transition-colors hover:bg-hover data-[state=on]:border-transparent data-[state=on]:bg-wash data-[state=on]:text-ink'

interface FilterBarProps {
  filter: ReceiptFilter
  onFilter: (filter: ReceiptFilter) => void
}

/** What most people look for as chips in one line; the rest behind the last, which bears the name of what was chosen there. */
export function FilterBar({ filter, onFilter }: FilterBarProps) {
  const { t } = useTranslation()
  const more = MORE_FILTERS.find((name) => name === filter)
  return (
    <div className="flex flex-none flex-wrap gap-1 px-3 py-2">
      <ToggleGroup.Root
        type="single"
        value={filter}
        aria-label={t('receipts.filter')}
        onValueChange={(value) => isFilter(value) && onFilter(value)}
        className="contents"
      >
        {CHIPS.map((name) => (
          <ToggleGroup.Item key={name} value={name} className={CHIP}>
            {t(`receipts.filters.${name}`)}
          </ToggleGroup.Item>
        ))}
      </ToggleGroup.Root>
      <Menu
        label={t('receipts.more')}
        entries={() =>
          MORE_FILTERS.map((name) => ({
            label: t(`receipts.filters.${name}`),
            checked: name === filter,
            onSelect: () => onFilter(name),
          }))
        }
        trigger={
          <button
            type="button"
            aria-label={more ? `${t('receipts.more')}: ${t(`receipts.filters.${more}`)}` : t('receipts.more')}
            className={cx(CHIP, more && 'border-transparent bg-wash text-ink')}
          >
            {more ? t(`receipts.filters.${more}`) : t('receipts.filters.more')}
            <ChevronDown aria-hidden="true" className="size-3" />
          </button>
        }
      />
    </div>
  )
}
