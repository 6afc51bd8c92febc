import type { MemoryEvent } from '@shared/contract/memory'
import { MEMORY_CATEGORIES, type MemoryCategory } from '@shared/memory'
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { ask, asking, patchAnswers } from '../app/ask'
import { type MemoryPage, patchPages } from './order'

const PAGE = 100
const ROOT = 'memories.list'

/** What the list shows: everything that stands, one category of it, or what was forgotten. */
export const MEMORY_SHOWS = ['all', ...MEMORY_CATEGORIES, 'ended', 'forgotten'] as const
export type MemoryShow = (typeof MEMORY_SHOWS)[number]

export interface MemoryWish {
  show: MemoryShow
  /** Words in the content; empty for none. */
  filter: string
}

interface Place {
  category: MemoryCategory
  offset: number
}
type Pages = InfiniteData<MemoryPage, Place>
type Key = readonly [typeof ROOT, 'pages', MemoryWish]

const categoriesOf = (show: MemoryShow): readonly MemoryCategory[] =>
  show === 'all' || show === 'forgotten' || show === 'ended' ? MEMORY_CATEGORIES : [show]

/** Where the next page begins: further on in the category, else at the next one. Null at the end. */
export function nextPlace(pages: readonly MemoryPage[], show: MemoryShow): Place | null {
  const last = pages.at(-1)
  if (!last) return null
  const { category } = last
  if (!last.complete) {
    const offset = pages.reduce((sum, page) => sum + (page.category === category ? page.memories.length : 0), 0)
    return { category, offset }
  }
  const categories = categoriesOf(show)
  const next = categories[categories.indexOf(category) + 1]
  return next ? { category: next, offset: 0 } : null
}

/** The entries, category by category and page by page. Its key begins with the request's name. */
export const memoriesQuery = (wish: MemoryWish) =>
  infiniteQueryOptions<MemoryPage, Error, Pages, Key, Place>({
    queryKey: [ROOT, 'pages', wish],
    queryFn: async ({ pageParam: { category, offset } }) => {
      const { memories, total } = await ask(ROOT, {
        category,
        offset,
        limit: PAGE,
        forgotten: wish.show === 'forgotten',
        ended: wish.show === 'ended',
        ...(wish.filter === '' ? {} : { filter: wish.filter }),
      })
      return { category, memories, complete: memories.length === 0 || offset + memories.length >= total }
    },
    initialPageParam: { category: categoriesOf(wish.show)[0] ?? 'preference', offset: 0 },
    getNextPageParam: (_last, pages) => nextPlace(pages, wish.show),
  })

/** How many stand in each category. */
export const memoryCounts = asking(ROOT, { limit: 1 })

/**
 * Memories that changed or went, wherever they are shown. The long list is patched; a filtered one, what was forgotten
 * and the counts, which main alone can tell, are asked anew. An opened entry is patched and not asked for again: asking
 * counts as opening it, which changes it.
 */
export function placeMemories(
  client: QueryClient,
  { memories, removed }: Extract<MemoryEvent, { type: 'memories.changed' }>,
): void {
  for (const query of client.getQueryCache().findAll({ queryKey: [ROOT] })) {
    const { queryKey } = query
    if (queryKey[1] !== 'pages') continue
    const [, , wish] = queryKey as Key
    if (wish.filter !== '' || wish.show === 'forgotten' || wish.show === 'ended')
      void client.invalidateQueries({ queryKey, exact: true })
    else
      client.setQueryData<Pages>(queryKey, (old) => {
        if (!old) return old
        const pages = patchPages(old.pages, memories, removed)
        return { pages, pageParams: pages.map(({ category }) => ({ category, offset: 0 })) }
      })
  }
  void client.invalidateQueries({ queryKey: memoryCounts.queryKey, exact: true })
  patchAnswers(client, 'memories.open', (shown) => {
    const memory = memories.find((one) => one.id === shown.memory.id)
    return memory ? { ...shown, memory } : shown
  })
}
