/** A screen for windows where there is none: Xvfb on a free display of its own. */
import { spawn } from 'node:child_process'
import { isInstalled } from './run.mjs'

export const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)

/**
 * Starts Xvfb on a display that it picks itself, so that two of them never meet. Returns `{ display, stop }`; the display
 * ends with `stop()` or with this process. Throws an Error with one clear line.
 */
export async function startVirtualDisplay() {
  if (!isInstalled('Xvfb'))
    throw new Error('There is no display here, and Xvfb, which would stand in for one, is not installed.')
  // without -noreset it starts anew whenever its last window closes, and refuses a window that comes in between
  const screen = ['-screen', '0', '1440x900x24', '-nolisten', 'tcp', '-noreset']
  const child = spawn('Xvfb', ['-displayfd', '3', ...screen], { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] })
  const stop = () => child.kill('SIGTERM')
  process.once('exit', stop)
  const display = await new Promise((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (data) => {
      said += data
    })
    child.stdio[3].on('data', (data) => resolve(`:${String(data).trim()}`))
    child.on('error', reject)
    child.on('exit', (code) =>
      reject(new Error(`Xvfb ended at once (exit code ${code}): ${said.trim().split('\n').at(-1)}`)),
    )
  })
  return { display, stop }
}
