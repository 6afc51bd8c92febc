import type { Bench } from './bench'

/** The benchmarks by name, loaded only when asked for. */
export const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  filing: async () => (await import('./filing')).filing,
  janitor: async () => (await import('./janitor')).janitor,
  search: async () => (await import('./search')).search,
  recall: async () => (await import('./recall')).recall,
  startup: async () => (await import('./startup')).startup,
  window: async () => (await import('./window')).windowBench,
  import: async () => (await import('./import-bench')).importBench,
  turn: async () => (await import('./turn')).turn,
  backups: async () => (await import('./backups')).backups,
  restore: async () => (await import('./restore')).restore,
  segmentation: async () => (await import('./segmentation')).segmentation,
  memory: async () => (await import('./memory')).memory,
  heartbeat: async () => (await import('./heartbeat')).heartbeat,
  shared: async () => (await import('./shared')).shared,
  simulate: async () => (await import('./simulate')).simulate,
  abilities: async () => (await import('./abilities')).abilities,
}
