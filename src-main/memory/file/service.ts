/** MEMORY.md: rendered from the store, edited by the person, merged three ways (02-janitor-memory; docs/memory-file.md). */
import type { MemoryFileView } from '@shared/contract/memory'
import type { MemoryId, SegmentId } from '@shared/ids'
import type { MemoryView } from '@shared/memory'
import { Mutex } from 'async-mutex'
import { countTokens } from '../../language/tokens'
import { type MemoryBlocks, memoryBlocks } from './block'
import { MemoryFolder, whyNotWritten } from './disk'
import { budgetsOf, placesOf } from './figures'
import { createMerge } from './merge'
import { migrate } from './migration'
import { EMPTY, notWritten } from './notices'
import type { MemoryFilePorts } from './ports'
import { fileText } from './render'
import { FILE_NAME, MAX_FILE_TOKENS } from './types'
import { type FolderWatch, watchFolder } from './watch'
import { concernsFile, ENOUGH_CHANGES, REBUILD_EVERY_MS } from './worth'
import { writeFile } from './writing'

export type MemoryFile = ReturnType<typeof createMemoryFile>

/** Milliseconds. */
export interface Timing {
  /** After a save, until the file is read: an editor may write in several steps. */
  quiet: number
  /** After what was learned or changed in the window, until the file is written: an act seldom comes alone. */
  soon: number
  /** After a person's save, until the file is laid out anew: it does not change under their hands at every word. */
  afterSave: number
}

const TIMING: Timing = { quiet: 250, soon: 700, afterSave: 3_000 }

export function createMemoryFile(ports: MemoryFilePorts, timing: Timing = TIMING) {
  const folder = new MemoryFolder(ports.folder)
  const merge = createMerge(ports, folder)
  let isStale = false
  let changesSeen = 0
  let diskNotice: string | null = null
  let told: string | null = null
  let watching: FolderWatch | null = null
  let timer: NodeJS.Timeout | undefined
  let quietUntil = 0
  let isClosed = false
  const lock = new Mutex()

  /** One at a time: nothing comes between the look and the write of a rebuild. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => lock.runExclusive(work)

  /** A disk that refuses is something to tell, no fault: the store holds everything, and it is tried again. */
  async function onDisk<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      const result = await work()
      diskNotice = null
      return result
    } catch (error) {
      const why = whyNotWritten(error)
      if (why === null) throw error
      diskNotice = notWritten(why)
      isStale = true
      return null
    }
  }

  async function look(): Promise<void> {
    const found = (await onDisk(() => merge.look()))?.found ?? 'nothing'
    if (found === 'nothing') return
    isStale = true
    quietUntil = found === 'edits' ? performance.now() + timing.afterSave : 0
  }

  async function rebuild(): Promise<void> {
    isStale = false
    changesSeen = 0
    const isDone = await onDisk(async () => {
      const done = await writeFile(ports, folder, merge)
      await merge.dropErased()
      return done
    })
    if (isDone === false) isStale = true
    quietUntil = 0
    await tell()
  }

  const noticed = (): string | null => [diskNotice, merge.notice].filter((n) => n !== null).join(' ') || null

  async function content(): Promise<string> {
    const state = await folder.read()
    if (state.kind === 'text') return state.text
    const present = await merge.present()
    return present ? fileText(present.sections, present.version) : ''
  }

  async function tell(): Promise<void> {
    const now = JSON.stringify([(await merge.map()).seen, noticed()])
    if (now === told) return
    told = now
    ports.changed({ tokens: countTokens(await content()), maxTokens: MAX_FILE_TOKENS, notice: noticed() })
  }

  async function view(): Promise<MemoryFileView> {
    const [text, present, manifest] = [await content(), await merge.present(), await ports.store.manifest()]
    return {
      content: text,
      tokens: countTokens(text),
      maxTokens: MAX_FILE_TOKENS,
      sections: budgetsOf(present?.sections ?? [], manifest?.version ?? 0, ports.budgets()),
      places: placesOf(present?.sections ?? []),
      version: manifest?.version ?? 0,
      writtenAt: manifest ? new Date(manifest.generatedAt).toISOString() : null,
      notice: noticed(),
      metrics: await ports.store.metrics(),
    }
  }

  /** Writes the file a little later, unless the person is still at it. Only where somebody waits: in the running app. */
  function soon(): void {
    if (watching === null || timer !== undefined) return
    timer = setTimeout(
      () => {
        timer = undefined
        if (performance.now() < quietUntil) return soon()
        inTurn(async () => (isStale ? await rebuild() : undefined)).catch(ports.onFault)
      },
      Math.max(timing.soon, quietUntil - performance.now()),
    )
    timer.unref()
  }

  async function lookAndTell(): Promise<void> {
    await look()
    await tell()
    if (isStale) soon()
  }

  async function upToDate(): Promise<void> {
    await look()
    if (isStale || (await merge.present()) === null) await rebuild()
  }

  async function isDue(): Promise<boolean> {
    const manifest = await ports.store.manifest()
    return manifest === null || Math.abs(ports.clock.now() - manifest.lastCompacted) >= REBUILD_EVERY_MS
  }

  const file = {
    /** The file as it is on the disk, edits of a moment ago included. */
    read: (): Promise<MemoryFileView> =>
      inTurn(async () => {
        // what is told of an entry's place is true of it as it is now
        if (changesSeen > 0) isStale = true
        await upToDate()
        return view()
      }),

    /** What the person made of the file as a whole, in the window. */
    write: (text: string): Promise<MemoryFileView> =>
      inTurn(async () => {
        await look()
        if (text.trim() === '') merge.say(EMPTY)
        else await onDisk(() => merge.take(text, null))
        await rebuild()
        return view()
      }),

    /** Written anew because somebody asked. */
    rebuild: (): Promise<MemoryFileView> =>
      inTurn(async () => {
        merge.say(null)
        await rebuild()
        return view()
      }),

    /** Daily, and before that if enough changed. Answers whether the file was written anew. */
    runIfDue: (): Promise<boolean> =>
      inTurn(async () => {
        watching?.ensure()
        await look()
        if (!isStale && !(await isDue())) return false
        await rebuild()
        return true
      }),

    /** When it was written last and will be at the latest, milliseconds. */
    async schedule(): Promise<{ lastRun: number | null; nextRun: number | null }> {
      const last = (await ports.store.manifest())?.lastCompacted ?? null
      return { lastRun: last, nextRun: last === null ? null : last + REBUILD_EVERY_MS }
    },

    /**
     * What a session is told of it, at most `maxTokens`. The file is read and, if something changed, written first; at
     * another time the same file gives the same text.
     */
    forPrompt: (maxTokens: number): Promise<MemoryBlocks> =>
      inTurn(async () => {
        // A turn does not fail for its memory file: what is known of it is used.
        await upToDate().catch(ports.onFault)
        const present = await merge.present()
        return present ? memoryBlocks(present, maxTokens, ports.budgets()) : { all: '', mayLeave: '' }
      }),

    /** Takes over a file of unbounded memories; the original is kept beside as `*.pre-migration`. */
    migrate: (path: string) =>
      inTurn(async () => {
        const done = await migrate(path, ports)
        // It may have been the file itself: that it is gone now is nobody's loss.
        await onDisk(async () => merge.keep({ ...(await merge.map()), seen: null }))
        await rebuild()
        return done
      }),

    /** Entries changed: the file follows at once if they stand in it or should, else when enough of them did. */
    async entriesChanged(changes: { memories: readonly MemoryView[]; removed: readonly MemoryId[] }): Promise<void> {
      const lines = (await merge.present())?.sections.flatMap((s) => s.lines) ?? []
      const inFile = new Set(lines.flatMap(({ source }) => (source.kind === 'memory' ? [source.id] : [])))
      changesSeen += changes.memories.length + changes.removed.length
      if (changesSeen < ENOUGH_CHANGES && !concernsFile(changes, inFile)) return
      isStale = true
      soon()
    },

    /** Messages of these talks were erased for good: no remembered state of the file quotes them any more. */
    eraseTalks: (talks: readonly SegmentId[]): Promise<void> =>
      inTurn(async () => {
        // first: what is written next is a state of its own
        await onDisk(() => merge.dropErased(new Set(talks)))
        await rebuild()
        // the file that was replaced just now quotes them
        await onDisk(() => folder.dropBefore())
      }),

    /** A talk ended: it belongs into Recent Context. */
    talkEnded(): void {
      isStale = true
      soon()
    },

    /** From here on what is saved in the folder is read by itself. */
    async start(): Promise<void> {
      await inTurn(async () => {
        await onDisk(() => folder.tidy())
        await rebuild()
      })
      if (isClosed) return
      watching ??= watchFolder({
        folder: ports.folder,
        file: FILE_NAME,
        quietMs: timing.quiet,
        onChange: () => void inTurn(lookAndTell).catch(ports.onFault),
      })
    },

    /** What is under way is finished, and what waits to be written is. */
    async close(): Promise<void> {
      isClosed = true
      watching?.close()
      watching = null
      clearTimeout(timer)
      await inTurn(async () => (isStale ? await rebuild() : undefined)).catch(ports.onFault)
    },
  }
  return file
}
