/** Reads and cuts CHANGELOG.md: one section a version, the newest first, what is not released yet under “Unreleased”. */

const HEADING = /^## (.+)$/gm

/** What stands below a heading, without it; null if there is none. */
export function sectionOf(changelog, title) {
  const headings = [...changelog.matchAll(HEADING)]
  const at = headings.findIndex(([, written]) => written === title || written.startsWith(`${title} `))
  if (at < 0) return null
  const from = headings[at].index + headings[at][0].length
  return changelog.slice(from, headings[at + 1]?.index ?? changelog.length).trim()
}

/** The changelog with what was unreleased under this version and day. Throws if there is nothing to release. */
export function released(changelog, version, day) {
  const text = sectionOf(changelog, 'Unreleased')
  if (!text) throw new Error('CHANGELOG.md says nothing under “Unreleased”: write what is new for whoever uses it.')
  if (sectionOf(changelog, version) !== null) throw new Error(`CHANGELOG.md has a section ${version} already.`)
  return changelog.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version} (${day})`)
}

/** −1, 0, 1 by the three numbers of a version. */
export function compareVersions(a, b) {
  const [one, two] = [a, b].map((version) => /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number))
  if (!one || !two) throw new Error(`A version is three numbers, 1.2.3, and not ${one ? b : a}.`)
  for (const [i, n] of one.entries()) if (n !== two[i]) return n < two[i] ? -1 : 1
  return 0
}
