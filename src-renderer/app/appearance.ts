import type { Settings } from '@shared/contract/settings'
import { useSettings } from '../settings/use-settings'

/** How high a row of a list is, in pixels, for lists that are drawn without measuring; styles.css has the same as `--row`. */
function rowPx({ textSize, compact }: Pick<Settings, 'textSize' | 'compact'>): number {
  const isLarge = textSize === 'large' || textSize === 'larger'
  if (compact) return isLarge ? 32 : 26
  return { small: 32, normal: 32, large: 36, larger: 40 }[textSize]
}

export function useRowPx(): number {
  const { settings } = useSettings()
  return settings ? rowPx(settings) : 32
}

/** Text size and density of the whole window. */
export function applyAppearance({ textSize, compact }: Pick<Settings, 'textSize' | 'compact'>): void {
  document.documentElement.dataset.text = textSize
  document.documentElement.dataset.density = compact ? 'compact' : 'normal'
}
