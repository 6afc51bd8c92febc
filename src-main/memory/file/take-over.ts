/** A person's edits of the file carried into the store, as their own word. */
import { CatchmentError } from '@shared/contract/errors'
import type { MemoryId } from '@shared/ids'
import type { MemoryView } from '@shared/memory'
import { sameText } from './line'
import { baseLines } from './pairing'
import type { EntryPort } from './ports'
import type { AddedLine, EditedLine, Edits } from './read-edits'
import type { Snapshot } from './snapshot'

export interface TakenOver {
  /** The entry that each added line became, or that said the same already. */
  ids: Map<AddedLine, MemoryId>
  /** What did not go as it looks, a sentence each. */
  refused: string[]
}

/**
 * The third side of the merge is the store. What it holds already is not said twice, so that reading the same edits again,
 * after a crash, changes nothing. Where both sides changed an entry, nothing is lost: words written over an entry that got
 * others since become a second one, a line deleted from an old text stays if its entry got other words since, and words for
 * an entry that is gone become a new one. Expected refusals are collected, anything else is thrown.
 */
export async function takeOver(edits: Edits, base: Snapshot, entries: EntryPort): Promise<TakenOver> {
  const standing = new Map((await entries.standing()).map((entry) => [entry.id, entry]))
  const saying = new Map([...standing.values()].map((entry) => [sameText(entry.content), entry.id]))
  const words = new Map(
    baseLines(base).flatMap((l) => (l.line.source.kind === 'memory' ? [[l.line.source.id, l] as const] : [])),
  )
  const out: TakenOver = { ids: new Map(), refused: [] }

  /** It got other words since the text was written. What stood there shortened says nothing about that. */
  function isOther(entry: MemoryView): boolean {
    const was = words.get(entry.id)
    return was?.line.level === 'full' && sameText(entry.content) !== sameText(was.text)
  }

  async function attempt(act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      if (!(error instanceof CatchmentError) || error.code === 'internal' || error.code === 'unavailable') throw error
      out.refused.push(error.message)
    }
  }
  async function add(line: Omit<AddedLine, 'item'>): Promise<MemoryId | null> {
    const key = sameText(line.content)
    const known = saying.get(key)
    if (known !== undefined) return known
    let id: MemoryId | null = null
    await attempt(async () => {
      id = await entries.add({ category: line.category, content: line.content, done: line.done })
      if (id !== null) saying.set(key, id)
    })
    return id
  }
  async function edit(line: EditedLine): Promise<void> {
    const entry = standing.get(line.id)
    if (!entry) {
      if (line.content !== undefined)
        await add({ category: line.category ?? 'fact', content: line.content, done: line.done ?? false })
      return
    }
    const changes = changesOf(entry, line)
    if (Object.keys(changes).length === 0) return
    if (changes.content !== undefined && isOther(entry)) {
      out.refused.push(`“${excerpt(entry.content)}” was changed in two places at once. Both are kept.`)
      await add({ category: line.category ?? entry.category, content: changes.content, done: line.done ?? entry.done })
      return
    }
    const twin = changes.content === undefined ? undefined : saying.get(sameText(changes.content))
    // Made to say what another entry says: one of the two is enough.
    if (twin !== undefined && twin !== line.id) return attempt(() => entries.forget(line.id))
    await attempt(async () => {
      await entries.edit(line.id, changes)
      saying.delete(sameText(entry.content))
      saying.set(sameText(changes.content ?? entry.content), line.id)
    })
  }

  for (const line of edits.edited) await edit(line)
  for (const id of edits.deleted) {
    const entry = standing.get(id)
    if (!entry) continue
    if (isOther(entry)) {
      out.refused.push(`“${excerpt(entry.content)}” was changed since the text you edited was written, so it was kept.`)
      continue
    }
    await attempt(() => entries.forget(id))
    saying.delete(sameText(entry.content))
  }
  for (const line of edits.added) {
    const id = await add(line)
    if (id !== null) out.ids.set(line, id)
  }
  return out
}

function changesOf(entry: MemoryView, { content, category, done }: EditedLine): Omit<EditedLine, 'id'> {
  return {
    ...(content !== undefined && sameText(content) !== sameText(entry.content) ? { content } : {}),
    ...(category !== undefined && category !== entry.category ? { category } : {}),
    ...(done !== undefined && done !== entry.done ? { done } : {}),
  }
}

const excerpt = (text: string): string => [...text.replace(/\s+/gu, ' ')].slice(0, 60).join('')
