/**
 * Entry of the benchmarks and of the scripts that fit constants: `npm run bench -- <name> [--input FILE] [--json OUT] …`.
 * They are run by hand, never timed in tests.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import type { BenchOptions } from './bench'
import { benches } from './benches'
import { fits } from './fit'

const [name = '', ...args] = process.argv.slice(2)
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const load = Object.hasOwn(benches, name) ? benches[name] : undefined
const script = Object.hasOwn(fits, name) ? fits[name] : undefined

if (load) {
  const { input, extra, json } = read(args)
  const metrics = await (await load()).run({ input, extra }, say)
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(report(metrics), null, 2)}\n`)
} else if (script) {
  await script(args)
} else {
  const known = [...Object.keys(benches), ...Object.keys(fits)].join(', ')
  process.stderr.write(`There is no benchmark “${name}”. There are: ${known}.\n`)
  process.exitCode = 2
}

function read(words: readonly string[]): BenchOptions & { json: string | undefined } {
  const extra: Record<string, string> = {}
  for (let i = 0; i < words.length; i += 2) {
    const [option = '', value] = words.slice(i, i + 2)
    if (!option.startsWith('--') || value === undefined) throw new Error(`expected --option VALUE, not “${option}”`)
    extra[option.slice(2)] = value
  }
  const { input, json, ...rest } = extra
  return { input, json, extra: rest }
}

function report(metrics: Record<string, number>) {
  const [cpu] = cpus()
  return {
    bench: name,
    machine: {
      cpu: cpu?.model ?? 'unknown',
      cores: cpus().length,
      memory_gb: Math.round(totalmem() / 2 ** 30),
      system: `${process.platform} ${release()} ${process.arch}`,
      node: process.version,
    },
    commit: commit(),
    metrics,
  }
}

function commit(): string {
  try {
    const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim()
    return git('rev-parse', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' with changes')
  } catch {
    return 'unknown'
  }
}
