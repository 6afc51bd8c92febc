/** `npm start`: installs what is missing, builds what changed, and opens the app. Further words go to the app. */
import { ensureBuilt } from './build.mjs'
import { hasDisplay, startVirtualDisplay } from './display.mjs'
import { launchEnvironment, sandboxWords } from './launch.mjs'
import { root } from './paths.mjs'
import { runInForeground } from './run.mjs'
import { setup } from './setup.mjs'
import { findElectron } from './steps/electron.mjs'

async function start() {
  await setup()
  const electron = findElectron()
  if (!electron)
    throw new Error('Without Electron there is no window. The command line works: npm run --silent cli -- help')
  await ensureBuilt()
  const screen = hasDisplay() ? null : await startVirtualDisplay()
  if (screen) console.log(`There is no display here: the window opens on a virtual one, ${screen.display}.`)
  try {
    return await runInForeground(electron.executable, [...sandboxWords(), root, ...process.argv.slice(2)], {
      cwd: root,
      env: { ...launchEnvironment(electron), ...(screen && { DISPLAY: screen.display }) },
    })
  } finally {
    screen?.stop()
  }
}

start().then(
  (code) => {
    process.exitCode = code
  },
  (error) => {
    console.error(error.message)
    process.exitCode = 1
  },
)
