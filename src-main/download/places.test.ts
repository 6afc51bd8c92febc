import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { cacheDirectory, modelFolder, modelsDirectory } from './places'
import { noise, tinyModel } from './testing/models'

const surroundings = (env: Record<string, string>, isRoot = false) => ({ env, home: '/home/ada', isRoot })

describe('the cache directory', () => {
  it.each([
    ['the named one, for everybody', { CATCHMENT_CACHE: '/srv/c', XDG_CACHE_HOME: '/x' }, true, '/srv/c'],
    ['for root one that other users can read', { XDG_CACHE_HOME: '/root/.cache' }, true, '/var/cache/catchment'],
    ['in the person’s cache folder', { XDG_CACHE_HOME: '/x' }, false, '/x/catchment'],
    ['in the usual cache folder without one', { XDG_CACHE_HOME: '' }, false, '/home/ada/.cache/catchment'],
  ])('is %s', (_what, env, isRoot, expected) => expect(cacheDirectory(surroundings(env, isRoot))).toBe(expected))

  it.each([[{ CATCHMENT_CACHE: '/srv/c' }], [{ XDG_CACHE_HOME: '/x' }], [{}]])(
    'is the same for the scripts as for the app, with %j',
    (env) => {
      const code = "import('./scripts/cache.mjs').then((m) => process.stdout.write(m.cacheDirectory()))"
      const clean = { PATH: process.env.PATH ?? '', HOME: '/home/ada', ...env }
      const said = execFileSync(process.execPath, ['-e', code], { env: clean, encoding: 'utf8' })
      expect(said).toBe(cacheDirectory(surroundings(env, process.getuid?.() === 0)))
    },
  )

  it('holds one folder per model, named by its id', () => {
    const entry = tinyModel({ x: noise(1) })
    expect(modelFolder(entry, '/c')).toBe(`${modelsDirectory('/c')}/tiny`)
  })
})
