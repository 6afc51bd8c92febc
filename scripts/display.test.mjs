import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
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

test('a virtual display outlives its last window: its clients can come and go', { skip }, async () => {
  const { display, stop } = await startVirtualDisplay()
  const path = `/tmp/.X11-unix/X${display.slice(1)}`
  // the X11 handshake: little endian, protocol 11.0, no authorisation; the first byte of the answer is 1 when let in
  const hello = Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  const visit = () =>
    new Promise((resolve, reject) => {
      const socket = connect(path, () => socket.write(hello))
      socket.once('error', reject)
      socket.once('close', () => resolve('closed'))
      socket.once('data', (answer) => {
        socket.destroy()
        resolve(answer[0])
      })
    })
  const answers = []
  for (let visits = 0; visits < 100; visits++) answers.push(await visit())
  stop()
  assert.deepEqual(new Set(answers), new Set([1]))
})
