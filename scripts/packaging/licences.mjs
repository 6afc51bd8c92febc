/** The licences of everything that an installed app carries, read from the packages themselves. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const TEXT = /^(?:licen[cs]e|copying|notice)(?:[-.].*)?$/i

/**
 * One entry per package and version, by name: `{ name, version, licence, text }`; `text` is null where the package
 * brings none. Throws if a package says no licence at all: such a one may not be shipped.
 * @param places folders as package-lock.json spells them
 */
export function licencesOf(root, places) {
  const entries = new Map()
  for (const place of places) {
    const folder = join(root, place)
    if (!existsSync(join(folder, 'package.json'))) continue
    const { name, version, license, licenses } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const licence =
      typeof license === 'string' ? license : (license?.type ?? licenses?.map(({ type }) => type).join(' OR '))
    const text = textIn(folder)
    if (!licence && text === null) throw new Error(`${name} ${version} says no licence.`)
    entries.set(`${name}@${version}`, { name, version, licence: licence ?? 'see its text', text })
  }
  return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

function textIn(folder) {
  const files = readdirSync(folder)
    .filter((name) => TEXT.test(name))
    .sort()
  const texts = files.map((name) => readFileSync(join(folder, name), 'utf8').trim())
  return texts.length === 0 ? null : texts.join('\n\n')
}
