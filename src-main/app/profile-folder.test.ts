import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { defaultStoreDir } from './profile-folder'

it('the app’s own store lies where the platform keeps such things, unless told otherwise', () => {
  expect(defaultStoreDir('linux', {})).toBe(join(homedir(), '.local/share/catchment/store'))
  expect(defaultStoreDir('linux', { XDG_DATA_HOME: '/data' })).toBe('/data/catchment/store')
  expect(defaultStoreDir('darwin', {})).toBe(join(homedir(), 'Library/Application Support/Catchment/store'))
  expect(defaultStoreDir('win32', { APPDATA: '/roaming' })).toBe(join('/roaming', 'Catchment/store'))
  for (const platform of ['linux', 'darwin', 'win32'] as const)
    expect(defaultStoreDir(platform, { CATCHMENT_STORE: '/mine' })).toBe('/mine')
})
