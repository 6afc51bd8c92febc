import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The path of a file of the build, such as `store-worker.js`. Bundled code lies in `out/main` or `out/main/chunks`; tests
 * run from the sources and use what was built last.
 */
export function builtFile(name: string): string {
  const found = findBuiltFile(name)
  if (!found) throw new Error(`${name} is not built: run npm run build.`)
  return found
}

/** The same, or null where it was not built. */
export function findBuiltFile(name: string): string | null {
  const here = import.meta.dirname
  const places = [here, join(here, '..'), join(here, '../../out/main')].map((dir) => join(dir, name))
  return places.find((path) => existsSync(path)) ?? null
}
