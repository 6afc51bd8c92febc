/**
 * Vite plugin of the window's build: writes `licences.js` beside it, a module with the licences of everything that an installed
 * app carries: packages that are loaded at run time, and those the window was made of. Which these are is read from the lock
 * file and from the bundle itself.
 */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runtimePackages } from './contents.mjs'
import { licencesOf } from './licences.mjs'

/** Where `node_modules/name` of a file's path ends; null outside of packages. */
const placeOf = (root, id) =>
  /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(relative(root, id.replace(/^\0/, '').split('?')[0]))?.[0] ?? null

/** @param entries as `licencesOf` answers them; a text that many share is written once */
export function moduleOf(entries) {
  const texts = [...new Set(entries.flatMap(({ text }) => (text === null ? [] : [text])))]
  const packages = entries.map(({ name, version, licence, text }) => ({
    ...{ name, version, licence },
    text: text === null ? null : texts.indexOf(text),
  }))
  return `export default ${JSON.stringify({ packages, texts })}\n`
}

/** @param root the project's folder */
export const licences = (root) => ({
  name: 'licences',
  apply: 'build',
  generateBundle(_, bundle) {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    const bundled = Object.values(bundle).flatMap((part) =>
      part.type === 'chunk' ? Object.keys(part.modules).flatMap((id) => placeOf(root, id) ?? []) : [],
    )
    const places = new Set([...runtimePackages(lock, process), ...bundled])
    this.emitFile({ type: 'asset', fileName: 'licences.js', source: moduleOf(licencesOf(root, places)) })
  },
})
