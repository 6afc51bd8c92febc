/** A Debian package of the app's folder, by the system's own `dpkg-deb` and `fakeroot`. */
import { cpSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { inRoot } from '../paths.mjs'
import { run } from '../run.mjs'

/** Where the app lies on the person's machine, and the command on the path. */
const PLACE = '/opt/catchment'
const COMMAND = '/usr/bin/catchment'
const ICON_SIZES = [16, 32, 48, 64, 128, 256, 512]

const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' }

/** Each as Debian names it, and as newer systems do since libraries carry the size of their time type. */
const LIBRARIES = [
  'libgtk-3-0',
  'libnss3',
  'libnspr4',
  'libasound2',
  'libatk-bridge2.0-0',
  'libatk1.0-0',
  'libatspi2.0-0',
  'libcups2',
  'libdrm2',
  'libgbm1',
  'libxkbcommon0',
  'libxcomposite1',
  'libxdamage1',
  'libxfixes3',
  'libxrandr2',
  'libpango-1.0-0',
  'libcairo2',
]
const RENAMED = new Set(['libgtk-3-0', 'libasound2', 'libatk-bridge2.0-0', 'libatk1.0-0', 'libatspi2.0-0', 'libcups2'])

/**
 * The control file. `kilobytes` is the installed size.
 * @see the Debian policy manual, chapter 5
 */
export function controlFile({ version, description, architecture, kilobytes }) {
  const depends = LIBRARIES.map((name) => (RENAMED.has(name) ? `${name} | ${name}t64` : name))
  return [
    'Package: catchment',
    `Version: ${version.replace(/-/g, '~')}`,
    'Section: misc',
    'Priority: optional',
    `Architecture: ${architecture}`,
    `Installed-Size: ${kilobytes}`,
    `Depends: ${depends.join(', ')}, hicolor-icon-theme`,
    'Recommends: libsecret-1-0, gnome-keyring | kwalletmanager',
    'Maintainer: The Catchment developers <catchment@localhost>',
    `Description: ${description.split(/[:.]/)[0]}`,
    ' One conversation that files itself into topics, offline, on your own machine.',
    ' Whatever it does by itself leaves a receipt, and every receipt has an undo.',
    ' .',
    ' Removing this package leaves your conversations where they are, in your home folder.',
    '',
  ].join('\n')
}

/** @returns the path of the package. Throws with what the tool said. */
export async function debianPackage({ application, manifest, folder, arch = process.arch }) {
  const architecture = ARCHITECTURES[arch]
  if (!architecture) throw new Error(`There is no Debian package for ${arch}.`)
  const tree = join(folder, 'debian')
  rmSync(tree, { recursive: true, force: true })
  try {
    cpSync(application, join(tree, PLACE), { recursive: true })
    await icons(join(tree, 'usr/share/icons/hicolor'))
    mkdirSync(join(tree, 'usr/bin'), { recursive: true })
    symlinkSync(`${PLACE}/catchment`, join(tree, COMMAND))
    mkdirSync(join(tree, 'usr/share/applications'), { recursive: true })
    cpSync(inRoot('scripts/packaging/catchment.desktop'), join(tree, 'usr/share/applications/catchment.desktop'))
    mkdirSync(join(tree, 'usr/share/doc/catchment'), { recursive: true })
    cpSync(inRoot('LICENSE'), join(tree, 'usr/share/doc/catchment/copyright'))
    mkdirSync(join(tree, 'DEBIAN'))
    const kilobytes = Math.ceil(sizeOf(join(tree, 'opt')) / 1024)
    writeFileSync(join(tree, 'DEBIAN/control'), controlFile({ ...manifest, architecture, kilobytes }))
    const file = join(folder, `catchment_${manifest.version.replace(/-/g, '~')}_${architecture}.deb`)
    rmSync(file, { force: true })
    await build(tree, file)
    return file
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
}

/** All files belong to root; the sandbox's helper may become root, which is what it is for. */
async function build(tree, file) {
  const script = [
    'set -e',
    'chown -R root:root "$1"',
    'chmod -R u=rwX,go=rX "$1"',
    `chmod 4755 "$1${PLACE}/chrome-sandbox"`,
    'dpkg-deb -Zzstd -z9 --build "$1" "$2"',
  ].join('\n')
  const { ok, reason, output } = await run('fakeroot', ['sh', '-c', script, 'package', tree, file])
  if (!ok) throw new Error(`The Debian package was not made: ${output.trim().split('\n').at(-1) || reason}`)
}

async function icons(folder) {
  const source = inRoot('scripts/packaging/icon.svg')
  for (const size of ICON_SIZES) {
    const place = join(folder, `${size}x${size}`, 'apps')
    mkdirSync(place, { recursive: true })
    await sharp(source, { density: (72 * size) / 128 + 72 })
      .resize(size, size)
      .png()
      .toFile(join(place, 'catchment.png'))
  }
  mkdirSync(join(folder, 'scalable/apps'), { recursive: true })
  cpSync(source, join(folder, 'scalable/apps/catchment.svg'))
}

export function sizeOf(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((item) => item.isFile())
    .reduce((sum, item) => sum + statSync(join(item.parentPath, item.name)).size, 0)
}
