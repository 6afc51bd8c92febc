import { type UtilityProcess, utilityProcess } from 'electron'
import type { StartHost } from '../models/host-process'

/** The model host as Electron's utility process. `entry` is the built `model-host.js`. */
export function electronHost(entry: string): StartHost {
  return () => {
    const child = utilityProcess.fork(entry, [], { serviceName: 'Catchment models', stdio: 'ignore' })
    return {
      post: (request) => child.postMessage(request),
      onMessage: (listener) => {
        child.on('message', listener)
      },
      onExit: (listener) => {
        child.once('exit', (code) => listener({ code, detail: '' }))
      },
      kill: () => endAtOnce(child),
    }
  }
}

/** Electron's own `kill` asks the process to end, and one that is reading a model does not hear it until it is through. */
function endAtOnce(child: UtilityProcess): void {
  try {
    if (child.pid === undefined) child.kill()
    else process.kill(child.pid, 'SIGKILL')
  } catch {
    // it has just ended by itself
  }
}
