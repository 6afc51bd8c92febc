import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingPackages } from './debian-packages.mjs'
import { holdsAll } from './npm-packages.mjs'

test('a system package counts under its newer name too, and only when it is really installed', () => {
  const listed = ['ii xvfb', 'ii libasound2t64', 'iU libgtk-3-0', 'rc libnss3'].join('\n')
  assert.deepEqual(missingPackages(['xvfb', 'libasound2', 'libgtk-3-0', 'libnss3', 'unzip'], listed), [
    'libgtk-3-0',
    'libnss3',
    'unzip',
  ])
})

const locked = {
  packages: {
    '': { name: 'app' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/for-mac': { version: '1.0.0', integrity: 'sha512-m', optional: true },
  },
}
const installed = (packages) => ({ packages })
const a = locked.packages['node_modules/a']

test('packages installed by hand are accepted if they are exactly the locked ones', () => {
  assert.equal(holdsAll(installed({ 'node_modules/a': a }), locked), true)
  assert.equal(holdsAll(installed({ 'node_modules/a': a, 'node_modules/more': a }), locked), true)
})

test('a missing, older or changed package is not accepted', () => {
  assert.equal(holdsAll(installed({}), locked), false)
  assert.equal(holdsAll(installed({ 'node_modules/a': { ...a, version: '0.9.0' } }), locked), false)
  assert.equal(holdsAll(installed({ 'node_modules/a': { ...a, integrity: 'sha512-b' } }), locked), false)
  const oldOptional = { 'node_modules/a': a, 'node_modules/for-mac': { version: '0.1.0', integrity: 'sha512-x' } }
  assert.equal(holdsAll(installed(oldOptional), locked), false)
})
