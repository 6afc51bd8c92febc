import { ToggleGroup } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { HIT_ORDERS, type HitOrder, PALETTE_SCOPES, type PaletteScope } from './palette-groups'

interface ScopeBarProps {
  scope: PaletteScope
  onScope: (scope: PaletteScope) => void
  order: HitOrder
  onOrder: (order: HitOrder) => void
  searching: boolean
}

/** Where is looked, and whether it is being looked: Tab goes here, Alt and the arrows change it while typing. */
export function ScopeBar({ scope, onScope, order, onOrder, searching }: ScopeBarProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-none flex-wrap items-center gap-1.5 px-3.5 pt-2">
      <ToggleGroup.Root
        type="single"
        value={scope}
        aria-label={t('palette.scope')}
        onValueChange={(value) => {
          const next = PALETTE_SCOPES.find((name) => name === value)
          if (next) onScope(next)
        }}
        // cmdk would move the selection of the list instead
        onKeyDown={(event) => event.stopPropagation()}
        className="flex flex-wrap gap-1.5"
      >
        {PALETTE_SCOPES.map((name) => (
          <ToggleGroup.Item
            key={name}
            value={name}
            className="h-[22px] rounded-full border border-line px-2 text-meta text-soft transition-colors hover:bg-hover data-[state=on]:border-transparent data-[state=on]:bg-wash data-[state=on]:text-ink"
          >
            {t(`palette.scopes.${name}`)}
          </ToggleGroup.Item>
        ))}
      </ToggleGroup.Root>
      <span role="status" className="ms-auto flex items-center gap-2 text-meta text-faint">
        {searching ? (
          <>
            <span aria-hidden="true" className="size-1.5 animate-pulse-soft rounded-full bg-accent" />
            {t('palette.searching')}
          </>
        ) : null}
      </span>
      <button
        type="button"
        onClick={() => onOrder(HIT_ORDERS.find((other) => other !== order) ?? 'best')}
        className="h-[22px] flex-none rounded-full px-2 text-meta text-soft hover:bg-hover"
      >
        {t(`palette.orders.${order}`)}
      </button>
    </div>
  )
}
