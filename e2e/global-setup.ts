import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Settings } from '@shared/contract/settings'
import { RunningApp } from './app'
import { commandLineOn } from './command-line'
import { lifeAsJsonl } from './life'
import { appRoot, pictures, TEMPLATES, type Template } from './places'

/** Builds if something changed, and prepares the stores that the tests copy. Answers what removes them again. */
export default async function globalSetup(): Promise<() => void> {
  // by way of the command line, which builds on demand
  execFileSync(process.execPath, [join(appRoot, 'scripts', 'run-built.mjs'), 'cli', '--help'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  mkdirSync(pictures, { recursive: true })
  const folder = mkdtempSync(join(tmpdir(), 'catchment-templates-'))
  const at = (name: Template): string => join(folder, name)
  const copy = (from: Template, to: Template): void => cpSync(at(from), at(to), { recursive: true })

  await commandLineOn(at('new')).json('buckets')
  copy('new', 'ready')
  await withSettings(at('ready'), { firstRunDone: true, theme: 'light' })
  // each on a store of its own: side by side
  await Promise.all([answering(), lived(), quiet()])

  async function answering(): Promise<void> {
    copy('ready', 'answering')
    await withSettings(at('answering'), { chatModel: 'smollm2-135m-instruct' })
  }
  async function lived(): Promise<void> {
    copy('ready', 'lived')
    const past = join(folder, 'life.jsonl')
    writeFileSync(past, lifeAsJsonl(Date.now()))
    await commandLineOn(at('lived')).json('import', past)
  }
  async function quiet(): Promise<void> {
    copy('ready', 'quiet')
    const cli = commandLineOn(at('quiet'))
    const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
    await cli.json('send', 'How do I prune an apple tree in winter?', '--model', 'none', '--at', minutesAgo(7))
    await cli.json('send', 'When is it too late to prune the apple tree?', '--model', 'none', '--at', minutesAgo(5))
  }

  process.env[TEMPLATES] = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Settings are the window's: it sets them as if a person had. */
async function withSettings(store: string, settings: Partial<Settings>): Promise<void> {
  const app = await RunningApp.launch({ store, userData: `${store}.electron` })
  try {
    await app.page.waitForFunction(() => window.catchment !== undefined)
    await app.ask('settings.set', settings)
  } finally {
    await app.close()
  }
}
