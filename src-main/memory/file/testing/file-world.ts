/** A store of entries in memory, as the file meets it, and a memory file on a real folder. */
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import type { MemoryId } from '@shared/ids'
import type { MemoryView } from '@shared/memory'
import { SimulatedClock } from '../../../runtime/clock'
import type { MemoryManifest } from '../../../store/repositories/memories/memory-file'
import { sameText } from '../line'
import type { EntryPort, MemoryFilePorts } from '../ports'
import { createMemoryFile, type MemoryFile } from '../service'
import { DEFAULT_BUDGETS, type RecentTalk } from '../types'
import { compress, entry } from './samples'

export interface FileWorld {
  file: MemoryFile
  /** Another one on the same folder and store, as after a restart. */
  reopen(): MemoryFile
  folder: string
  path: string
  entries: Map<MemoryId, MemoryView>
  acts: string[]
  clock: SimulatedClock
  news: { tokens: number; maxTokens: number; notice: string | null }[]
  manifest(): MemoryManifest | null
  recent: RecentTalk[]
  /** Called whenever the entries are read: a moment in the middle of a rebuild. */
  hooks: { reading: () => void }
  learn(content: string, over?: Parameters<typeof entry>[2]): MemoryId
  standing(): string[]
  text(): string
  /** Saved in place, as most editors do. */
  save(text: string): void
  /** Saved beside and renamed, as others do. */
  saveByRename(text: string): void
  close(): Promise<void>
}

export function createFileWorld(): FileWorld {
  const root = mkdtempSync(join(tmpdir(), 'catchment-memory-file-'))
  const folder = join(root, 'profiles', 'ann-1234')
  const path = join(folder, 'MEMORY.md')
  const entries = new Map<MemoryId, MemoryView>()
  const acts: string[] = []
  const news: FileWorld['news'] = []
  const recent: RecentTalk[] = []
  const hooks: FileWorld['hooks'] = { reading: () => undefined }
  const clock = new SimulatedClock(Date.UTC(2026, 0, 14, 9))
  const files: MemoryFile[] = []
  let manifest: MemoryManifest | null = null
  let count = 0

  const isStanding = (e: MemoryView): boolean => e.forgottenAt === null
  const standing = (): MemoryView[] => [...entries.values()].filter(isStanding)
  function learn(content: string, over: Parameters<typeof entry>[2] = {}): MemoryId {
    count += 1
    const made = entry(count, content, over)
    entries.set(made.id, made)
    return made.id
  }
  function find(id: MemoryId): MemoryView {
    const found = entries.get(id)
    if (!found || !isStanding(found)) throw new CatchmentError('not_found', 'There is no such memory.')
    return found
  }
  const entryPort: EntryPort = {
    async standing() {
      hooks.reading()
      return standing()
    },
    async forFile() {
      hooks.reading()
      return standing()
    },
    async add({ category, content, done }) {
      acts.push(`add ${category} ${content}`)
      return learn(content, { category, done, source: 'person', explicit: true, value: null })
    },
    async addAll(list) {
      return list.map(({ category, content, done }) => {
        const known = standing().find((e) => sameText(e.content) === sameText(content))
        if (known) return known.id
        acts.push(`add ${category} ${content}`)
        return learn(content, { category, done, source: 'person', explicit: true, value: null })
      })
    },
    async edit(id, changes) {
      acts.push(`edit ${JSON.stringify(changes)}`)
      entries.set(id, { ...find(id), ...changes })
    },
    erased: async (ids) => ids.filter((id) => !entries.has(id)),
    async forget(id) {
      const found = find(id)
      acts.push(`forget ${found.content}`)
      entries.set(id, { ...found, forgottenAt: new Date(clock.now()).toISOString() })
    },
  }
  const ports: MemoryFilePorts = {
    folder,
    clock,
    entries: entryPort,
    recent: async (limit) => recent.slice(0, limit),
    budgets: () => DEFAULT_BUDGETS,
    compress,
    store: {
      manifest: async () => manifest,
      saveManifest: async (next) => {
        manifest = next
      },
      metrics: async () => ({
        utilisationPercent: 0,
        lastCompaction: null,
        tiers: [],
        storedEntries: standing().length,
        fileEntries: 0,
      }),
    },
    changed(told) {
      news.push(told)
    },
    onFault: (error) => {
      throw error
    },
  }
  const open = (): MemoryFile => {
    const file = createMemoryFile(ports, { quiet: 20, soon: 30, afterSave: 100 })
    files.push(file)
    return file
  }
  return {
    file: open(),
    reopen: open,
    folder,
    path,
    entries,
    acts,
    clock,
    news,
    manifest: () => manifest,
    recent,
    hooks,
    learn,
    standing: () => standing().map((e) => e.content),
    text: () => readFileSync(path, 'utf8'),
    save: (text) => writeFileSync(path, text),
    saveByRename(text) {
      writeFileSync(`${path}~`, text)
      renameSync(`${path}~`, path)
    },
    async close() {
      hooks.reading = () => undefined
      for (const file of files) await file.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
