/** Where an entry stands, told from the memory file as it was written last. Pure, but for the hook that reads the file. */
import type { CompressionLevel, MemoryView } from '@shared/memory'
import { useQuery } from '@tanstack/react-query'
import { asking } from '../app/ask'

export type Place = CompressionLevel | 'done' | 'ended' | 'chitchat' | 'unscored' | 'low' | 'full_up'

/** Its length in the file, or why it is not in it. */
export function placeOf(memory: MemoryView, places: Readonly<Record<string, CompressionLevel>>): Place {
  if (memory.endedAt !== null) return 'ended'
  const level = places[memory.id]
  if (level !== undefined) return level
  if (memory.category === 'task' && memory.done) return 'done'
  if (memory.category === 'chitchat' && !memory.explicit && !memory.pinned) return 'chitchat'
  if (memory.value === null) return 'unscored'
  return memory.value.tier === 'ARCHIVE' && memory.category !== 'preference' && !memory.pinned ? 'low' : 'full_up'
}

const NONE: Readonly<Record<string, CompressionLevel>> = {}

export function usePlace(memory: MemoryView): Place {
  const { data } = useQuery(asking('memoryFile.read', undefined))
  return placeOf(memory, data?.places ?? NONE)
}
