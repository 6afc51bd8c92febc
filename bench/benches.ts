import type { Bench } from './bench'

/** The benchmarks by name, loaded only when asked for. */
export const benches: Readonly<Record<string, () => Promise<Bench>>> = {}
