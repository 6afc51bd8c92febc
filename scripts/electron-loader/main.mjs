/**
 * What an Electron without an app of its own does: opens the app that the command line names, `electron [-r module]
 * [options] <folder or main file>`. Becomes `resources/default_app.asar` of the Electron from the npm registry, from which
 * it was removed.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'

const { preloads, target, answer } = readCommandLine(process.argv.slice(1))

if (answer) {
  console.log(answer)
  process.exit(0)
}
if (!target) {
  console.error('usage: electron [-r module] [options] <folder or main file>')
  process.exit(1)
}
Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true })
const require = createRequire(join(process.cwd(), 'electron'))
for (const preload of preloads) require(preload)
await openApp(resolve(target))

function readCommandLine(words) {
  const preloads = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (word === '-r' || word === '--require') preloads.push(words[++at])
    else if (word === '-v' || word === '--version') return { preloads, answer: `v${process.versions.electron}` }
    else if (word === '-a' || word === '--abi') return { preloads, answer: process.versions.modules }
    else if (word.startsWith('--app=')) return { preloads, target: word.slice('--app='.length) }
    else if (!word.startsWith('-')) return { preloads, target: word }
  }
  return { preloads }
}

async function openApp(path) {
  const manifest = join(path, 'package.json')
  if (!existsSync(manifest)) {
    app.setAppPath(dirname(path))
    return import(pathToFileURL(path).href)
  }
  const { version, productName, name, desktopName, main = 'index.js' } = JSON.parse(readFileSync(manifest, 'utf8'))
  if (version) app.setVersion(version)
  app.name = productName ?? name ?? app.name
  app.setDesktopName(desktopName ?? `${app.name}.desktop`)
  app.setAppPath(path)
  return import(pathToFileURL(join(path, main)).href)
}
