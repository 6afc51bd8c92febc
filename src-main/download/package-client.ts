/** Fetches one package archive with the package manager's own client, which knows its registry, proxies and mirrors. */
import { spawn } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PackageSource } from './catalog'
import { reasonOf, SourceFailure, saysDiskFull } from './failures'

export interface ClientRun {
  /** An empty folder: the archive lands here, and so does everything the client puts aside meanwhile. */
  folder: string
  signal: AbortSignal
  /** Bytes in the folder so far. */
  onBytes(done: number): void
  /** A client that brings nothing for so long is ended. */
  stallMs?: number
}

/** One package of a registry, as its client is asked for it. */
export type PackageRequest = Pick<PackageSource, 'kind' | 'package' | 'version' | 'archive'> & {
  platform?: string | undefined
}

type Command = readonly [string, ...string[]]

const NPM: readonly Command[] = [['npm']]
const PIP: readonly Command[] = [
  ['pip3'],
  ['pip'],
  ['python3', '-m', 'pip'],
  ['python', '-m', 'pip'],
  ['py', '-m', 'pip'],
]

/** What to add to the client's command line. Pure: the words, in order. */
export function clientArguments(source: PackageRequest, folder: string): string[] {
  if (source.kind === 'npm')
    return [
      'pack',
      `${source.package}@${source.version}`,
      '--ignore-scripts',
      '--pack-destination',
      folder,
      '--loglevel=error',
    ]
  const platform = source.platform ? ['--platform', source.platform] : []
  const quiet = ['--disable-pip-version-check', '--progress-bar', 'off', '--no-cache-dir', '--quiet']
  const what = ['--no-deps', '--only-binary=:all:', ...platform, `${source.package}==${source.version}`]
  return ['download', ...quiet, ...what, '--dest', folder]
}

/**
 * Runs `npm pack` or `pip download` and returns the archive's path (not yet verified). Throws SourceFailure if the client
 * is missing, fails or stalls, an error with code ENOSPC if it says that the disk is full, the signal's reason if aborted.
 */
export async function fetchPackage(source: PackageRequest, run: ClientRun): Promise<string> {
  const command = await firstThatRuns(source.kind === 'npm' ? NPM : PIP)
  if (!command) throw new SourceFailure(source.kind === 'npm' ? 'npm is not installed' : 'pip is not installed')
  const ended = await runClient(command, clientArguments(source, run.folder), run)
  run.signal.throwIfAborted()
  if (ended.code !== 0) {
    if (saysDiskFull(ended.output)) throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' })
    throw new SourceFailure(`${command.join(' ')} failed: ${ended.stalled ? 'it stalled' : tellingLine(ended.output)}`)
  }
  const archive = join(run.folder, source.archive.file)
  if (!(await readdir(run.folder)).includes(source.archive.file))
    throw new SourceFailure(`${command.join(' ')} brought no ${source.archive.file}`)
  return archive
}

async function firstThatRuns(candidates: readonly Command[]): Promise<Command | undefined> {
  for (const candidate of candidates) {
    const [program, ...words] = candidate
    const works = await new Promise<boolean>((resolve) => {
      const child = spawn(program, [...words, '--version'], { stdio: 'ignore', shell: process.platform === 'win32' })
      child.on('error', () => resolve(false))
      child.on('exit', (code) => resolve(code === 0))
    })
    if (works) return candidate
  }
  return undefined
}

interface Ended {
  code: number | null
  output: string
  stalled: boolean
}

async function runClient([program, ...words]: Command, more: string[], run: ClientRun): Promise<Ended> {
  const child = spawn(program, [...words, ...more], {
    cwd: run.folder,
    // Everything it puts aside stays in the folder, so that progress can be seen and a cancelled run leaves nothing.
    env: {
      ...process.env,
      TMPDIR: run.folder,
      npm_config_cache: join(run.folder, '.npm-cache'),
      npm_config_progress: 'false',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  let output = ''
  const keep = (text: Buffer): void => {
    output = `${output}${text.toString('utf8')}`.slice(-4000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)

  const end = (): void => {
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), 3000).unref()
  }
  let stalled = false
  const watch = watchGrowth(run, () => {
    stalled = true
    end()
  })
  run.signal.addEventListener('abort', end, { once: true })
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', resolve)
    })
    return { code, output, stalled }
  } catch (error) {
    return { code: 1, output: reasonOf(error), stalled }
  } finally {
    clearInterval(watch)
    run.signal.removeEventListener('abort', end)
  }
}

/** The clients report no progress to programs, but the folder's growth shows it. */
function watchGrowth({ folder, onBytes, stallMs = 120_000 }: ClientRun, onStall: () => void): NodeJS.Timeout {
  let largest = 0
  let grownAt = performance.now()
  let looking = false
  return setInterval(async () => {
    if (looking) return
    looking = true
    const bytes = await folderBytes(folder)
    looking = false
    if (bytes > largest) {
      largest = bytes
      grownAt = performance.now()
      onBytes(bytes)
    } else if (performance.now() - grownAt > stallMs) onStall()
  }, 500)
}

async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch((): string[] => [])
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        (found) => (found.isFile() ? found.size : 0),
        // It was a temporary file of the client and is gone by now.
        () => 0,
      ),
    ),
  )
  return sizes.reduce((total, size) => total + size, 0)
}

/** Of all that a client said, the line that tells most: pip's last, npm's first after its error code. */
function tellingLine(output: string): string {
  const lines = output.split('\n').map((line) => line.replace(/^npm (error|ERR!)\s*/, '').trim())
  const telling = lines.filter((line) => line !== '' && !/^(code|errno|syscall) |complete log of this run/.test(line))
  return (output.includes('npm e') ? telling[0] : telling.at(-1)) ?? 'without a message'
}
