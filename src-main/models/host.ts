/**
 * Entry of the model host: an Electron utility process, or a Node child process with advanced serialization. It may
 * crash; the main process starts it again (host-client.ts).
 */
import { HostServer } from './host/server'
import type { HostMessage, HostRequest } from './protocol'

/** Electron's `process.parentPort`, of which Node's types know nothing. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: HostRequest }) => void): void
  postMessage(message: HostMessage): void
}

const { parentPort } = process as NodeJS.Process & { parentPort?: ParentPort }

if (parentPort) {
  const server = new HostServer({
    post: (message) => parentPort.postMessage(message),
    exit: (code) => process.exit(code),
  })
  parentPort.on('message', ({ data }) => server.handle(data))
  parentPort.postMessage({ kind: 'ready' })
} else if (process.send) {
  const send = process.send.bind(process)
  // Sending to a parent that has just gone fails; `disconnect` below ends the process then.
  const post = (message: HostMessage): boolean => send(message, undefined, undefined, () => undefined)
  const server = new HostServer({ post, exit: (code) => process.exit(code) })
  process.on('message', (message: HostRequest) => server.handle(message))
  // The parent is gone: nobody will ever ask again.
  process.on('disconnect', () => process.exit(0))
  post({ kind: 'ready' })
} else {
  process.stderr.write('The model host is started by the app; it does nothing by itself.\n')
  process.exit(2)
}
