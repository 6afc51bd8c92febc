/**
 * `npm run release -- VERSION --key FILE`: checks, changelog, version, commit and tag, packages, signed release file in `dist/`.
 * Nothing leaves this computer. `--new-key FILE` makes the maker's key and adds its public half to release.keys.json.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compareVersions, released, sectionOf } from './packaging/changelog.mjs'
import { newKeys, packageFile, publicKeyOf, RELEASE_FILE, signedRelease } from './packaging/signing.mjs'
import { inRoot, root } from './paths.mjs'
import { ask, run } from './run.mjs'
import { busy } from './say.mjs'

const USAGE = 'usage: npm run release -- VERSION --key FILE [--to DIRECTORY] [--tested] | --new-key FILE'

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      key: { type: 'string' },
      'new-key': { type: 'string' },
      to: { type: 'string' },
      tested: { type: 'boolean' },
    },
  })
  if (values['new-key'] !== undefined) return makeKey(resolve(values['new-key']))
  const [version] = positionals
  if (version === undefined || values.key === undefined) throw new Error(USAGE)
  const key = readFileSync(resolve(values.key), 'utf8')
  const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const { keys } = JSON.parse(readFileSync(inRoot('release.keys.json'), 'utf8'))
  if (!keys.includes(publicKeyOf(key)))
    throw new Error('release.keys.json does not hold the public half of this key: no app would believe the release.')
  if (compareVersions(version, manifest.version) <= 0)
    throw new Error(`${version} is not newer than ${manifest.version}, which package.json names.`)
  if (ask('git', ['-C', root, 'status', '--porcelain']) !== '')
    throw new Error('There are changes that are not committed: a release is made of what is.')
  const day = new Date().toISOString().slice(0, 10)
  const changelog = released(readFileSync(inRoot('CHANGELOG.md'), 'utf8'), version, day)
  if (!values.tested) await step('npm test', 'npm', ['test'])
  writeFileSync(inRoot('CHANGELOG.md'), changelog)
  await step(`version ${version}`, 'npm', ['version', version, '--no-git-tag-version'])
  await step('commit', 'git', [
    'commit',
    '-m',
    `Release ${version}`,
    'CHANGELOG.md',
    'package.json',
    'package-lock.json',
  ])
  await step('tag', 'git', ['tag', '-a', `v${version}`, '-m', `Catchment ${version}`])
  const to = resolve(values.to ?? inRoot('dist'))
  mkdirSync(to, { recursive: true })
  await step('packages', 'npm', ['run', 'package', '--', '--to', to])
  const files = packagesIn(to, version)
  const notes = sectionOf(changelog, version)
  const file = join(to, RELEASE_FILE)
  writeFileSync(file, signedRelease({ version, published: new Date().toISOString(), notes, files }, key))
  console.log(`release ${version}: ${files.map(({ name }) => name).join(', ')} and ${file}`)
  console.log('Lay them side by side into a folder or at an address, and push the commit with its tag.')
}

/** Every package of this version that was made. */
function packagesIn(folder, version) {
  const { arch } = process
  const made = [
    [`catchment_${version}_${arch === 'x64' ? 'amd64' : arch}.deb`, 'deb'],
    [`catchment-${version}-linux-${arch}.tar.gz`, 'archive'],
  ]
  const files = made.flatMap(([name, kind]) =>
    existsSync(join(folder, name)) ? [packageFile(join(folder, name), { platform: 'linux', arch, kind })] : [],
  )
  if (files.length === 0) throw new Error(`There is no package of ${version} in ${folder}.`)
  return files
}

async function step(what, program, words) {
  const shown = busy(what)
  const { ok, reason, output } = await run(program, words, { cwd: root }).finally(() => shown.end())
  if (!ok) throw new Error(`${what}: ${reason}\n${output.slice(-2_000)}`)
}

function makeKey(file) {
  if (existsSync(file)) throw new Error(`${file} is there already: a key that was used is not overwritten.`)
  const { privatePem, publicKey } = newKeys()
  writeFileSync(file, privatePem, { mode: 0o600, flag: 'wx' })
  const known = JSON.parse(readFileSync(inRoot('release.keys.json'), 'utf8'))
  writeFileSync(inRoot('release.keys.json'), `${JSON.stringify({ keys: [...known.keys, publicKey] }, null, 2)}\n`)
  console.log(`The private key is in ${file}: keep it off the network, and a copy elsewhere.`)
  console.log('Its public half stands in release.keys.json: commit that. Apps built from then on believe it.')
}

main().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
