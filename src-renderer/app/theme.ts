import type { Settings } from '@shared/contract/settings'

type Theme = Settings['theme']

const KEY = 'catchment.theme'
let chosen: Theme = 'system'

function paint(): void {
  const isDark = chosen === 'dark' || (chosen === 'system' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}

/** Paints the window in the chosen theme and remembers it, so that the next start does not flash in the other one. */
export function applyTheme(theme: Theme): void {
  chosen = theme
  localStorage.setItem(KEY, theme)
  paint()
}

/** Before the first render: the last theme, and from then on the system's wish where the person left it to the system. */
export function startTheme(): void {
  const last = localStorage.getItem(KEY)
  chosen = last === 'dark' || last === 'light' ? last : 'system'
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint)
  paint()
}
