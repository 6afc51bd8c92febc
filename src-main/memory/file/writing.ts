/** The writing half of the file: rendered from the store, put in place only over a text that was read. */
import { hashOf, type MemoryFolder } from './disk'
import type { Merge } from './merge'
import type { MemoryFilePorts } from './ports'
import { fileText, type Rendering } from './render'
import { withSnapshot } from './snapshot'
import { MAX_FILE_TOKENS, type SectionKey } from './types'

/** Somebody who saves faster than we write is left to finish; a later rebuild goes on. */
const MAX_ATTEMPTS = 5

/**
 * Looks, renders, writes; again from the start if somebody saved meanwhile. Answers whether the file is as it should be now.
 */
export async function writeFile(ports: MemoryFilePorts, folder: MemoryFolder, merge: Merge): Promise<boolean> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { hash } = await merge.look()
    const { rendering, isNew } = await next(ports, merge)
    const { seen } = await merge.map()
    try {
      // The sidecar comes first: a text that names a rendering nobody remembers could only be added to.
      await remember(merge, rendering)
      if (hash !== hashOf(rendering.text) && !(await folder.replace(rendering.text, hash))) continue
    } catch (error) {
      await merge.see(seen)
      throw error
    }
    await keepManifest(ports, rendering, isNew)
    return true
  }
  return false
}

/** What the file should hold now. The version goes up with the content, and only with it. */
async function next({ store }: MemoryFilePorts, merge: Merge): Promise<{ rendering: Rendering; isNew: boolean }> {
  const { snapshots } = await merge.map()
  const stored = (await store.manifest())?.version ?? 0
  const newest = Math.max(stored, ...snapshots.map((s) => s.version))
  // The first state of a version is the rendering itself, later ones are what a person made of it.
  const last = snapshots.find((s) => s.version === newest)
  const render = await merge.renderer()
  const rendering = await render(newest)
  if (last && fileText(last.sections, newest) === rendering.text) return { rendering, isNew: false }
  // Written out with a longer number it may have to be a line shorter.
  return { rendering: await render(newest + 1), isNew: true }
}

async function remember(merge: Merge, { version, sections, text }: Rendering): Promise<void> {
  const map = await merge.map()
  const snapshot = { version, sections: sections.map(({ key, lines }) => ({ key, lines })) }
  const isKnown = JSON.stringify(map.snapshots.at(-1)) === JSON.stringify(snapshot)
  const seen = hashOf(text)
  if (!isKnown || map.seen !== seen) await merge.keep(isKnown ? { ...map, seen } : withSnapshot(map, snapshot, seen))
}

async function keepManifest({ store, clock }: MemoryFilePorts, rendering: Rendering, isNew: boolean): Promise<void> {
  const before = await store.manifest()
  const linesOf = (key: SectionKey) => rendering.sections.find((s) => s.key === key)?.lines ?? []
  const memories = (key: SectionKey) =>
    linesOf(key).flatMap(({ source }) => (source.kind === 'memory' ? [source.id] : []))
  await store.saveManifest({
    maxTokens: MAX_FILE_TOKENS,
    currentTokens: rendering.tokens,
    lastCompacted: clock.now(),
    preferences: memories('preferences'),
    tasks: memories('tasks'),
    insights: memories('insights'),
    recent: linesOf('recent').flatMap(({ source }) => (source.kind === 'segment' ? [source.id] : [])),
    version: rendering.version,
    generatedAt: isNew || !before ? clock.now() : before.generatedAt,
  })
}
