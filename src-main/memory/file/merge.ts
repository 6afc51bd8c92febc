/** The reading half of the file: what a person made of it goes into the store before anything is written over it. */
import { countTokens } from '../../language/tokens'
import type { MemoryFolder } from './disk'
import { aboutEdits, EMPTY, GONE, unreadable } from './notices'
import { parseItems } from './parse'
import type { MemoryFilePorts } from './ports'
import { afterEdits, nearestBase, readEdits } from './read-edits'
import { isOfTheBest, mostLookedAt, type Rendering, renderMemoryFile, usuallyLookedAt } from './render'
import { basesOf, EMPTY_MAP, type FileMap, mapText, parseMap, type Snapshot, withSnapshot } from './snapshot'
import { takeOver } from './take-over'
import { MAX_FILE_TOKENS } from './types'

/** What one look found. */
export interface Look {
  /** Of the file as it was taken in; null if there is none. */
  hash: string | null
  /** Somebody changed the file since the last look; `wrong`: it has to be written anew at once. */
  found: 'nothing' | 'edits' | 'wrong'
}

/** Recent Context is minimal: what the manifest says of older talks need not be said twice, however much budget is left. */
const RECENT_TALKS = 6

/** A file is rendered twice, with the old number and with the new one: what an entry comes to is worked out once. */
function remembered(compress: MemoryFilePorts['compress']): MemoryFilePorts['compress'] {
  const known = new Map<string, string>()
  return (content, level) => {
    const key = `${level} ${content}`
    const text = known.get(key) ?? compress(content, level)
    known.set(key, text)
    return text
  }
}

export type Merge = ReturnType<typeof createMerge>

export function createMerge(ports: MemoryFilePorts, folder: MemoryFolder) {
  const { clock, entries } = ports
  let map: FileMap | null = null
  let notice: string | null = null

  async function setAside(why: Parameters<typeof unreadable>[0]): Promise<Look> {
    notice = unreadable(why, await folder.setAside(clock.now()))
    // That there is no file now is known.
    await merge.see(null)
    return { hash: null, found: 'wrong' }
  }

  const merge = {
    /** What a person should know of their last edit; null: all of it went as it looks. */
    get notice(): string | null {
      return notice
    },

    say(sentence: string | null): void {
      notice = sentence
    },

    async map(): Promise<FileMap> {
      if (map) return map
      const text = await folder.readMap()
      map = (text === null ? null : parseMap(text)) ?? EMPTY_MAP
      return map
    },

    /** Remembered from here on, on the disk too if it can be written. */
    async keep(next: FileMap): Promise<void> {
      map = next
      await folder.writeMap(mapText(next))
    },

    /** What of the file is known to be on the disk, until the sidecar is written next. */
    async see(hash: string | null): Promise<void> {
      map = { ...(await merge.map()), seen: hash }
    },

    /** What was erased for good stands in no remembered state of the file either. */
    async dropErased(talks: ReadonlySet<string> = new Set()): Promise<void> {
      const known = await merge.map()
      const lines = known.snapshots.flatMap((s) => s.sections.flatMap((section) => section.lines))
      const ids = new Set(lines.flatMap(({ source }) => (source.kind === 'memory' ? [source.id] : [])))
      const gone = new Set<string>([...(await entries.erased([...ids])), ...talks])
      if (gone.size === 0) return
      const snapshots = known.snapshots.map(({ version, sections }) => ({
        version,
        sections: sections.map(({ key, lines }) => ({
          key,
          lines: lines.filter(({ source }) => !gone.has(source.id)),
        })),
      }))
      await merge.keep({ ...known, snapshots })
      await folder.dropBefore()
    },

    /** The state of the file as far as it is known; null before the first rendering. */
    async present(): Promise<Snapshot | null> {
      return (await merge.map()).snapshots.at(-1) ?? null
    },

    async render(version: number): Promise<Rendering> {
      return (await merge.renderer())(version)
    },

    /** The same for several versions of one state of the store. All that could stand in it is read where the best do not fill it. */
    async renderer(): Promise<(version: number) => Promise<Rendering>> {
      const budgets = ports.budgets()
      const most = mostLookedAt(budgets)
      let read = usuallyLookedAt(most)
      let best = await entries.forFile(read)
      const material = { recent: await ports.recent(RECENT_TALKS), compress: remembered(ports.compress), budgets }
      return async (version) => {
        const rendering = renderMemoryFile({ ...material, entries: best, version })
        if (read === most || isOfTheBest(rendering, read)) return rendering
        read = most
        best = await entries.forFile(most)
        return renderMemoryFile({ ...material, entries: best, version })
      }
    },

    /**
     * Takes a text for what a person made of the file.
     * @param hash of the file it stands in; null: it comes from the window or from an editor that was late
     */
    async take(text: string, hash: string | null): Promise<void> {
      const before = await merge.map()
      const { version } = parseItems(text)
      const { bases, certainty } = basesOf(before, version)
      // What goes on from the present text comes from its newest state, what was open longer from the rendering it names.
      const goesOn = hash !== null && version === before.snapshots.at(-1)?.version
      // Without any memory of the file, lines that would be written as they stand are known all the same.
      const base = nearestBase(goesOn ? bases : bases.reverse(), text, certainty) ?? (await merge.render(0))
      const edits = readEdits(base, text, certainty)
      const { ids, refused } = await takeOver(edits, base, entries)
      notice = aboutEdits(edits, refused)
      const taken = afterEdits(base, edits, (line) => ids.get(line) ?? null)
      await merge.keep(withSnapshot(before, taken, hash ?? before.seen))
    },

    /** Reads what was not seen yet. The store holds it when this resolves. */
    async look(): Promise<Look> {
      const late = await folder.lateWords()
      if (late !== null) await merge.take(late, null)
      const found = late === null ? 'nothing' : 'edits'
      const state = await folder.read()
      const { seen } = await merge.map()
      if (state.kind === 'missing') {
        if (seen !== null) notice = GONE
        return { hash: null, found: 'wrong' }
      }
      if (state.kind === 'unreadable') {
        return setAside(state.why)
      }
      if (state.hash === seen) return { hash: state.hash, found }
      if (state.text.trim() === '') {
        notice = EMPTY
        return { hash: state.hash, found: 'wrong' }
      }
      if (parseItems(state.text).found.length === 0) {
        return setAside('no headings')
      }
      await merge.take(state.text, state.hash)
      return { hash: state.hash, found: countTokens(state.text) > MAX_FILE_TOKENS ? 'wrong' : 'edits' }
    },
  }
  return merge
}
