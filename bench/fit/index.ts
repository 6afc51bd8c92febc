/** The fitting scripts by name; each is run by hand, with the paths of its data on the command line. */
import { run as filing } from './filing'
import { run as similarity } from './similarity'
import { run as testVectors } from './test-vectors'

export const fits: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  filing,
  similarity,
  'test-vectors': testVectors,
}
