/** The fitting scripts by name; each is run by hand, with the paths of its data on the command line. */
import { run as filingCore } from '../filing-core'
import { run as division } from './division'
import { run as filing } from './filing'
import { run as memoryLikeness } from './memory-likeness'
import { run as search } from './search'
import { run as segmentation } from './segmentation'
import { run as similarity } from './similarity'
import { run as testVectors } from './test-vectors'

export const fits: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  'fit-filing': filing,
  'filing-core': filingCore,
  'fit-division': division,
  'fit-memory-likeness': memoryLikeness,
  'fit-search': search,
  'fit-segmentation': segmentation,
  'fit-similarity': similarity,
  'fit-test-vectors': testVectors,
}
