import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where the app keeps its store unless told otherwise: the platform's own place for application data. */
export function defaultStoreDir(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): string {
  if (env.CATCHMENT_STORE) return env.CATCHMENT_STORE
  if (platform === 'darwin') return join(homedir(), 'Library/Application Support/Catchment/store')
  if (platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData/Roaming'), 'Catchment/store')
  return join(env.XDG_DATA_HOME ?? join(homedir(), '.local/share'), 'catchment/store')
}
