/** The folder of an installed app: Electron under our name, our build in one archive file, the switches of 05-trust. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { createPackageWithOptions } from '@electron/asar'
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses'
import { inRoot, root } from '../paths.mjs'
import { isOwnShipped, isShipped, runtimePackages, STAND_INS, shippedManifest, unpackedFolders } from './contents.mjs'

/** Chromium's own words in the languages of the app; for all others it has its American ones. */
const LOCALES = new Set(['en-US', 'en-GB', 'de', 'ja'])

/** Files of an Electron folder that are no part of an app. */
const NOT_SHIPPED = new Set(['version', 'resources/default_app.asar'])

/** @see 05-trust, Renderer and process: no Node by a variable of the environment, no debugger, nothing but our archive */
export const FUSES = {
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
}

export const EXECUTABLE = 'catchment-app'

/**
 * Fills `target` (which must not be there) with a runnable app.
 * @param electron `{ folder, executable }` of the set-up's cache
 * @param commit the state it was made from
 */
export async function buildApplication({ target, electron, commit, system = process }) {
  const staging = `${target}.contents`
  rmSync(staging, { recursive: true, force: true })
  try {
    copyElectron(electron, target)
    stageContents(staging, commit, system)
    const archive = join(target, 'resources', 'app.asar')
    mkdirSync(dirname(archive), { recursive: true })
    await createPackageWithOptions(staging, archive, { unpackDir: unpackedFolders(), dot: true })
    await flipFuses(join(target, EXECUTABLE), { version: FuseVersion.V1, strictlyRequireAllFuses: false, ...FUSES })
    cpSync(inRoot('scripts/packaging/launcher.sh'), join(target, 'catchment'))
    openToAll(target)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

function copyElectron({ folder, executable }, target) {
  cpSync(folder, target, {
    recursive: true,
    errorOnExist: true,
    filter: (from) => {
      const path = relative(folder, from)
      if (NOT_SHIPPED.has(path)) return false
      const locale = /^locales\/(.+)\.pak(?:\.info)?$/.exec(path)
      return !locale || LOCALES.has(locale[1])
    },
  })
  renameSync(join(target, relative(folder, executable)), join(target, EXECUTABLE))
}

/** Our build, the packages it needs, and a manifest that can only run it. */
function stageContents(staging, commit, system) {
  mkdirSync(staging, { recursive: true })
  const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  writeFileSync(join(staging, 'package.json'), JSON.stringify(shippedManifest(manifest, commit), null, 2))
  cpSync(inRoot('LICENSE'), join(staging, 'LICENSE'))
  const out = inRoot('out')
  cpSync(out, join(staging, 'out'), {
    recursive: true,
    filter: (from) => from === out || isOwnShipped(relative(out, from)),
  })
  const lock = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'))
  for (const place of runtimePackages(lock, system)) {
    const from = join(root, place)
    // An optional package of this system that was not installed.
    if (!existsSync(from)) continue
    const name = place.split('node_modules/').at(-1)
    copyPackage(from, join(staging, place), name, system)
  }
  for (const [name, code] of Object.entries(STAND_INS)) {
    const folder = join(staging, 'node_modules', name)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, main: 'index.js' }))
    writeFileSync(join(folder, 'index.js'), code)
  }
}

function copyPackage(from, to, name, system) {
  for (const item of readdirSync(from, { withFileTypes: true, recursive: true })) {
    if (!item.isFile() && !item.isSymbolicLink()) continue
    const path = relative(from, join(item.parentPath, item.name))
    // Packages inside of a package have lines of their own in the lock file.
    if (path.includes('node_modules/') || !isShipped(`${name}/${path}`, system)) continue
    mkdirSync(dirname(join(to, path)), { recursive: true })
    cpSync(join(from, path), join(to, path), { dereference: true })
  }
}

/** Whatever the umask of who builds: everybody reads, nobody but the owner writes. */
function openToAll(folder) {
  chmodSync(folder, 0o755)
  for (const item of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, item.name)
    if (item.isDirectory()) openToAll(path)
    else if (item.isFile()) chmodSync(path, isProgram(path) ? 0o755 : 0o644)
  }
}

const PROGRAMS = new Set([EXECUTABLE, 'chrome_crashpad_handler', 'chrome-sandbox', 'catchment'])
const isProgram = (path) => PROGRAMS.has(path.split('/').at(-1)) || /\.so(?:\.\d+)*$/.test(path)
