import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newKeys, packageFile, publicKeyOf, RELEASE_FILE, signedRelease } from '../../scripts/packaging/signing.mjs'
import { isNewer, releaseAddress } from '../download/releases'
import { systemClock } from '../runtime/clock'
import { createTestStore, type TestStore } from '../store/testing/store'
import { createUpdateHandlers } from './update-handlers'

const maker = newKeys()
const facts = { version: '0.1.0', platform: 'linux', arch: 'x64', keys: [maker.publicKey] }

describe('newer versions', () => {
  let test: TestStore
  let folder: string
  let file: string
  let server: Server
  let address: string
  let asked: number
  const shown: string[] = []
  beforeAll(async () => {
    test = await createTestStore()
    folder = mkdtempSync(join(tmpdir(), 'catchment-updates-'))
    file = join(folder, 'catchment_0.2.0_amd64.deb')
    server = createServer((request, response) => {
      asked += 1
      if (request.url === '/moved/catchment-release.json')
        return void response.writeHead(302, { location: `/${RELEASE_FILE}` }).end()
      if (request.url !== `/${RELEASE_FILE}`) return void response.writeHead(404).end()
      response.end(readFileSync(join(folder, RELEASE_FILE)))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const at = server.address()
    address = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/`
  })
  afterAll(async () => {
    server.close()
    await test.close()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(() => {
    asked = 0
    shown.length = 0
    writeFileSync(file, 'what is to be installed')
    release('0.2.0')
  })

  function release(version: string, key = maker.privatePem): string {
    const files = [packageFile(file, { platform: 'linux', arch: 'x64', kind: 'deb' })]
    const text = signedRelease({ version, published: '2026-12-01T10:00:00.000Z', notes: '- Better.', files }, key)
    writeFileSync(join(folder, RELEASE_FILE), text)
    return text
  }
  const handlers = (more: Partial<typeof facts> = {}) =>
    createUpdateHandlers(
      { store: test.store, clock: systemClock },
      {
        chooseFolder: async () => folder,
        choosePackage: async () => file,
        openLink: async (url) => void shown.push(url),
        showInFolder: (path) => void shown.push(path),
      },
      { ...facts, ...more },
    )
  /** As the window asks it. */
  const ask = async (
    on: ReturnType<typeof handlers>,
    name: 'look' | 'get' | 'check' | 'state' | 'forget' | 'chooseFolder',
  ) => on[`updates.${name}`](undefined as never)

  it('are found in a folder that was chosen, signed and whole, and nothing is looked for before', async () => {
    const on = handlers()
    expect(await ask(on, 'state')).toEqual({ version: '0.1.0', place: null, canBelieve: true })
    await expect(ask(on, 'look')).rejects.toMatchObject({ code: 'not_found' })
    expect(await ask(on, 'chooseFolder')).toMatchObject({ place: { kind: 'folder', shown: folder } })
    expect(await ask(on, 'look')).toEqual({
      version: '0.2.0',
      isNewer: true,
      published: '2026-12-01T10:00:00.000Z',
      notes: '- Better.',
      file: { name: 'catchment_0.2.0_amd64.deb', sizeBytes: 23 },
      isChecked: true,
    })
    await ask(on, 'get')
    expect(shown).toEqual([file])
    expect(await ask(handlers({ version: '0.2.0' }), 'look')).toMatchObject({ isNewer: false, isChecked: false })
    expect(await ask(handlers({ arch: 'arm64' }), 'look')).toMatchObject({ isNewer: true, file: null })
    expect(await ask(on, 'forget')).toMatchObject({ place: null })
  })

  it('are found at an address, and a file fetched from there is checked before it is used', async () => {
    const on = handlers()
    await on['updates.setAddress']({ address })
    expect(asked).toBe(0)
    expect(await ask(on, 'look')).toMatchObject({ version: '0.2.0', isNewer: true, isChecked: false })
    expect(asked).toBe(1)
    await ask(on, 'get')
    expect(shown).toEqual([`${address}catchment_0.2.0_amd64.deb`])
    expect(await ask(on, 'check')).toEqual({ name: 'catchment_0.2.0_amd64.deb', version: '0.2.0' })
    writeFileSync(file, 'what is to be instalIed')
    await expect(ask(on, 'check')).rejects.toMatchObject({ message: expect.stringMatching(/do not install it/) })
    await on['updates.setAddress']({ address: `${address}moved/` })
    await expect(ask(on, 'look')).rejects.toMatchObject({ code: 'unavailable' })
    await on['updates.setAddress']({ address: `${address}nowhere/` })
    await expect(ask(on, 'look')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('are not believed where anything of it was changed: file, hash, version, key or text', async () => {
    const on = handlers()
    await ask(on, 'chooseFolder')
    const refused = async () =>
      ask(on, 'look').then(
        () => 'believed',
        (error: Error) => error.message,
      )
    writeFileSync(file, 'what is to be instalIed')
    expect(await refused()).toMatch(/do not install it/)
    const text = release('0.2.0')
    const hash = createHash('sha256').update(readFileSync(file)).digest('hex')
    for (const changed of [
      text.replace('0.2.0', '9.9.9'),
      text.replace(hash.slice(0, 6), '000000'),
      text.replace('Better', 'Worse'),
    ]) {
      expect(changed).not.toBe(text)
      writeFileSync(join(folder, RELEASE_FILE), changed)
      expect(await refused()).toMatch(/not signed by a key that this Catchment knows/)
    }
    release('0.2.0', newKeys().privatePem)
    expect(await refused()).toMatch(/not signed by a key/)
    for (const nonsense of ['', 'null', '{"release":1}', `{"release":"{}","signature":"AAAA"}`]) {
      writeFileSync(join(folder, RELEASE_FILE), nonsense)
      expect(await refused()).toMatch(/damaged|not signed/)
    }
    rmSync(join(folder, RELEASE_FILE))
    expect(await refused()).toMatch(/There is no catchment-release.json in/)
    expect(await ask(handlers({ keys: [] }), 'look').catch((error: Error) => error.message)).toMatch(/knows no key/)
  })

  it('are told from older ones by number, and lie at verified addresses only', () => {
    for (const [found, own] of [
      ['0.2.0', '0.1.9'],
      ['0.10.0', '0.9.0'],
      ['1.0.0', '0.99.99'],
    ] as const) {
      expect(isNewer(found, own)).toBe(true)
      expect(isNewer(own, found)).toBe(false)
    }
    expect(isNewer('1.2.3', '1.2.3')).toBe(false)
    expect(releaseAddress('https://example.org/catchment')).toBe('https://example.org/catchment/')
    expect(releaseAddress('https://example.org/a/catchment-release.json?x#y')).toBe('https://example.org/a/')
    for (const typed of ['http://example.org/', 'ftp://example.org', 'file:///etc', 'https://a:b@example.org', 'x'])
      expect(() => releaseAddress(typed)).toThrow(/begins with https/)
    expect(publicKeyOf(maker.privatePem)).toBe(maker.publicKey)
  })
})
