/** Runs the app as a user without rights, as people do and as the sandbox demands. Linux, and only from root. */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LaunchOptions } from './app'
import { appRoot, electronPath } from './places'

/** `nobody` on every Linux. */
const NOBODY = 65534
const BECOME = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--inh-caps=-all']

export interface AnotherUser {
  uid: number
  options: Pick<LaunchOptions, 'asAnother' | 'env'>
  /** Gives a folder to the other user. */
  give(folder: string): void
  leave(): void
}

const canRead = (path: string): boolean => spawnSync('setpriv', [...BECOME, 'test', '-r', path]).status === 0

/** A sentence if it cannot be done here. `scratch` is the test's own folder. */
export function becomeNobody(scratch: string): AnotherUser | string {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'Only root can start the app as another user.'
  if (spawnSync('setpriv', [...BECOME, 'true']).status !== 0)
    return 'There is no setpriv here to start the app as another user.'
  if (!canRead(electronPath())) return `Other users cannot read the Electron in ${electronPath()}.`
  chmodSync(scratch, 0o755)
  const place = readableApp(scratch)
  if (!place) return `Other users cannot read ${appRoot}, and it cannot be mounted elsewhere.`

  const home = join(scratch, 'home')
  mkdirSync(home)
  const executable = join(scratch, 'electron-as-nobody')
  writeFileSync(executable, `#!/bin/sh\nexec setpriv ${BECOME.join(' ')} '${electronPath()}' "$@"\n`, { mode: 0o755 })
  const env: NodeJS.ProcessEnv = { HOME: home, XDG_CONFIG_HOME: undefined, XDG_RUNTIME_DIR: undefined }
  const ticket = process.env.XAUTHORITY
  if (ticket) {
    env.XAUTHORITY = join(home, 'xauthority')
    copyFileSync(ticket, env.XAUTHORITY)
  }
  const give = (folder: string): void => void execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder])
  give(home)
  return {
    uid: NOBODY,
    options: { asAnother: { executable, appRoot: place.path, cwd: home }, env },
    give,
    leave: place.leave,
  }
}

/** The app's own folder if everybody may read it, else the same folder where they may (a clone may lie in root's home). */
function readableApp(scratch: string): { path: string; leave(): void } | null {
  const index = join('out', 'main', 'index.js')
  if (canRead(join(appRoot, index))) return { path: appRoot, leave: () => undefined }
  const path = join(scratch, 'app')
  mkdirSync(path)
  if (spawnSync('mount', ['--bind', appRoot, path]).status !== 0) return null
  const leave = (): void => void spawnSync('umount', ['--lazy', path])
  if (canRead(join(path, index))) return { path, leave }
  leave()
  return null
}
