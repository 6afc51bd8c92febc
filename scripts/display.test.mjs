import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { startVirtualDisplay } from './display.mjs'
import { isInstalled } from './run.mjs'

const skip = isInstalled('Xvfb') ? false : 'Xvfb is not installed'

test('two virtual displays never meet, and end when told to', { skip }, async () => {
  const [one, two] = await Promise.all([startVirtualDisplay(), startVirtualDisplay()])
  const socket = ({ display }) => `/tmp/.X11-unix/X${display.slice(1)}`
  assert.notEqual(one.display, two.display)
  assert.ok(existsSync(socket(one)) && existsSync(socket(two)))
  one.stop()
  two.stop()
  for (let waited = 0; existsSync(socket(one)) && waited < 5000; waited += 50)
    await new Promise((resolve) => setTimeout(resolve, 50))
  assert.equal(existsSync(socket(one)), false)
})
