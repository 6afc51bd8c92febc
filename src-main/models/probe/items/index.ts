import type { ProbeItem } from '../types'
import { assignItems } from './assign'
import { chatItems } from './chat'
import { extractItems } from './extract'
import { judgeItems } from './judge'
import { sightItems } from './see'
import { tagItems } from './tags'
import { titleItems } from './title'
import { toolItems } from './tools'

/** All items; `chat` first, because a model that cannot even be reached shows there. */
export const probeItems: readonly ProbeItem[] = [
  ...chatItems,
  ...titleItems,
  ...assignItems,
  ...judgeItems,
  ...extractItems,
  ...tagItems,
  ...toolItems,
  ...sightItems,
]
