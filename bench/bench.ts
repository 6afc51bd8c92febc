/** What every benchmark is: options in, named numbers out (docs/benchmarks.md). */

export interface BenchOptions {
  /** `--input FILE`: rows of the bench's neutral JSONL form. */
  input: string | undefined
  /** Anything else on the command line, as `--name value` pairs. */
  extra: Readonly<Record<string, string>>
}

export interface Bench {
  /** One line for the list. */
  summary: string
  /** Runs the product's own pipeline; prints its table with `say`; answers the metrics by the keys of docs/benchmarks.md. */
  run(options: BenchOptions, say: (line: string) => void): Promise<Record<string, number>>
}

/** A whole number of at least 1 from the command line, or the default. @throws Error for anything else. */
export function count(options: BenchOptions, name: string, otherwise: number): number {
  const given = options.extra[name]
  if (given === undefined) return otherwise
  const value = Number(given)
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} takes a whole number, not “${given}”`)
  return value
}

/** The path of `--input`. @throws Error where there is none. */
export function inputOf(options: BenchOptions): string {
  if (options.input === undefined) throw new Error('this benchmark needs --input FILE')
  return options.input
}
