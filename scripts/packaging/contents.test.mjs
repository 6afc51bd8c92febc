import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { inRoot } from '../paths.mjs'
import { isOwnShipped, isShipped, runtimePackages, shippedManifest } from './contents.mjs'
import { licencesOf } from './licences.mjs'
import { licences, moduleOf } from './licences-plugin.mjs'

const linux = { platform: 'linux', arch: 'x64' }
const read = (name) => JSON.parse(readFileSync(inRoot(name), 'utf8'))

test('of a lock file go what is needed at run time, on this system', () => {
  const packages = {
    '': {},
    'node_modules/a': {},
    'node_modules/a/node_modules/b': {},
    'node_modules/tool': { dev: true },
    'node_modules/companion': { devOptional: true },
    'node_modules/of-mac': { os: ['darwin'] },
    'node_modules/not-windows': { os: ['!win32'] },
    'node_modules/of-arm': { cpu: ['arm64'] },
    'node_modules/@types/node': {},
    'node_modules/onnxruntime-web': {},
    'node_modules/@napi-rs/canvas': { optional: true },
    'node_modules/@napi-rs/canvas-linux-x64-gnu': { optional: true },
    'node_modules/onnxruntime-web/node_modules/inner': {},
  }
  const taken = runtimePackages({ packages }, linux)
  assert.deepEqual(taken, ['node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/not-windows'])
})

test('every direct dependency goes along, and no tool of developers', () => {
  const taken = new Set(runtimePackages(read('package-lock.json'), linux))
  const { dependencies, devDependencies } = read('package.json')
  for (const name of Object.keys(dependencies)) assert.ok(taken.has(`node_modules/${name}`), name)
  for (const name of Object.keys(devDependencies)) assert.ok(!taken.has(`node_modules/${name}`), name)
})

test('of a package go what runs and its licence', () => {
  const shipped = (path) => isShipped(path, linux)
  assert.ok(shipped('zod/index.js'))
  assert.ok(shipped('zod/LICENSE.md'))
  assert.ok(shipped('onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime.so.1'))
  assert.ok(!shipped('onnxruntime-node/bin/napi-v6/linux/arm64/libonnxruntime.so.1'))
  assert.ok(!shipped('onnxruntime-node/bin/napi-v6/win32/x64/onnxruntime.dll'))
  assert.ok(!shipped('zod/index.d.ts'))
  assert.ok(!shipped('zod/index.js.map'))
  assert.ok(!shipped('zod/README.md'))
  assert.ok(!shipped('wink-nlp/test/a.js'))
  assert.ok(!shipped('@scope/name/docs/a.js'))
  // a PDF is read for its text, in any script
  assert.ok(shipped('pdfjs-dist/legacy/build/pdf.mjs'))
  assert.ok(shipped('pdfjs-dist/legacy/build/pdf.worker.mjs'))
  assert.ok(shipped('pdfjs-dist/cmaps/UniJIS-UTF16-H.bcmap'))
  assert.ok(!shipped('pdfjs-dist/build/pdf.mjs'))
  assert.ok(!shipped('pdfjs-dist/legacy/build/pdf.min.mjs'))
  // a folder of that name which is code
  assert.ok(shipped('yaml/dist/doc/Document.js'))
})

test('of our own build go neither benchmarks nor maps', () => {
  assert.ok(isOwnShipped('main/index.js'))
  assert.ok(!isOwnShipped('main/index.js.map'))
  assert.ok(!isOwnShipped('main/bench.js'))
  assert.ok(!isOwnShipped('.built'))
})

test('the manifest of an installed app runs and installs nothing', () => {
  const manifest = shippedManifest(read('package.json'), 'abc')
  assert.equal(manifest.main, 'out/main/index.js')
  for (const key of ['scripts', 'dependencies', 'devDependencies']) assert.ok(!(key in manifest))
})

test('every package that goes along says its licence', () => {
  const entries = licencesOf(inRoot(), runtimePackages(read('package-lock.json'), linux))
  assert.ok(entries.length > 100)
  for (const { name, licence } of entries) assert.ok(licence.length > 0, name)
})

test('the window is given the licences of what it was bundled from and of what runs beside it, each text once', async () => {
  const written = []
  const plugin = licences(inRoot('.'))
  const bundle = {
    'index.js': {
      type: 'chunk',
      modules: { [inRoot('node_modules/react/index.js')]: {}, [inRoot('src-renderer/a.ts')]: {} },
    },
    'index.css': { type: 'asset' },
  }
  plugin.generateBundle.call({ emitFile: (file) => written.push(file) }, {}, bundle)
  assert.equal(written[0].fileName, 'licences.js')
  const { packages } = (await import(`data:text/javascript,${encodeURIComponent(written[0].source)}`)).default
  const names = packages.map(({ name }) => name)
  for (const name of ['react', 'pg', '@electric-sql/pglite']) assert.ok(names.includes(name), name)
  for (const name of ['vitest', 'typescript', 'electron-vite']) assert.ok(!names.includes(name), name)
  const entry = (name, text) => ({ name, version: '1', licence: 'MIT', text })
  const module = moduleOf([entry('a', 'words'), entry('b', 'words'), entry('c', null)])
  assert.deepEqual((await import(`data:text/javascript,${encodeURIComponent(module)}`)).default, {
    packages: [entry('a', 0), entry('b', 0), entry('c', null)],
    texts: ['words'],
  })
})
