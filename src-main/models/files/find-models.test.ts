import { linkSync, mkdirSync, mkdtempSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { findInFolder, findInUsualFolders } from './find-models'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'found-'))
})

/** A file of 30 MB that takes no room: only its length is looked at. */
const large = (...path: string[]): string => {
  const file = join(home, ...path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
  truncateSync(file, 30e6)
  return file
}
const text = (content: string, ...path: string[]): void => {
  const file = join(home, ...path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
const layer = (digest: string, mediaType = 'application/vnd.ollama.image.model') => ({ mediaType, digest, size: 1 })
const DIGEST = 'a'.repeat(64)

describe('models of other programs', () => {
  it('are found where LM Studio, Jan, Ollama and the hub keep them, each once', async () => {
    const studio = large('.lmstudio', 'models', 'lmstudio-community', 'Qwen-GGUF', 'qwen-q4.gguf')
    const jan = large('.config', 'Jan', 'data', 'llamacpp', 'models', 'phi', 'model.gguf')
    const blob = large('.ollama', 'models', 'blobs', `sha256-${DIGEST}`)
    text(
      JSON.stringify({
        layers: [layer(`sha256:${DIGEST}`), layer(`sha256:${'b'.repeat(64)}`, 'application/x.license')],
      }),
      ...['.ollama', 'models', 'manifests', 'registry.ollama.ai', 'library', 'llama3.2', '3b'],
    )
    const hub = large('.cache', 'huggingface', 'hub', 'models--a--b', 'blobs', 'abc')
    mkdirSync(join(home, '.cache/huggingface/hub/models--a--b/snapshots/rev'), { recursive: true })
    const snapshot = join(home, '.cache/huggingface/hub/models--a--b/snapshots/rev/b.gguf')
    symlinkSync(hub, snapshot)
    // the same file under another name
    mkdirSync(join(home, '.cache', 'lm-studio', 'models'), { recursive: true })
    symlinkSync(studio, join(home, '.cache', 'lm-studio', 'models', 'again.gguf'))
    const found = await findInUsualFolders({ env: {}, home, platform: 'linux' })
    expect(found.map(({ path, title, source }) => ({ path, title, source }))).toEqual([
      { path: blob, title: 'llama3.2:3b', source: 'Ollama' },
      { path: studio, title: null, source: 'LM Studio' },
      { path: jan, title: null, source: 'Jan' },
      { path: snapshot, title: null, source: 'Hugging Face' },
    ])
  })

  it('are looked for where the environment says', async () => {
    const blob = large('elsewhere', 'blobs', `sha256-${DIGEST}`)
    text(
      JSON.stringify({ layers: [layer(`sha256:${DIGEST}`)] }),
      ...['elsewhere', 'manifests', 'registry.ollama.ai', 'someone', 'own', 'latest'],
    )
    const env = { OLLAMA_MODELS: join(home, 'elsewhere') }
    const found = await findInUsualFolders({ env, home, platform: 'linux' })
    expect(found).toMatchObject([{ path: blob, title: 'someone/own:latest' }])
  })

  it('leave out what is no model: pictures’ parts, further parts, small files, blobs outside of their folder', async () => {
    large('m', 'mmproj-model.gguf')
    large('m', 'big-00002-of-00002.gguf')
    const first = large('m', 'big-00001-of-00002.gguf')
    text('small', 'm', 'small.gguf')
    large('m', 'notes.bin')
    expect((await findInFolder(join(home, 'm'))).map(({ path }) => path)).toEqual([first])
    large('evil.gguf')
    text('{"layers":"what"}', 'o', 'manifests', 'r', 'library', 'x', 'broken')
    text('no json', 'o', 'manifests', 'r', 'library', 'x', 'worse')
    text(JSON.stringify({ layers: [layer('sha256:../../evil.gguf')] }), 'o', 'manifests', 'r', 'library', 'x', 'out')
    mkdirSync(join(home, 'o', 'blobs'))
    expect(await findInFolder(join(home, 'o'))).toEqual([])
    expect(await findInFolder(join(home, 'nowhere'))).toEqual([])
  })

  it('are named by the folder a person chose, an Ollama store one level up as well', async () => {
    large('.ollama', 'models', 'blobs', `sha256-${DIGEST}`)
    text(
      JSON.stringify({ layers: [layer(`sha256:${DIGEST}`)] }),
      ...['.ollama', 'models', 'manifests', 'registry.ollama.ai', 'library', 'qwen2.5', '1.5b'],
    )
    expect(await findInFolder(join(home, '.ollama'))).toMatchObject([{ title: 'qwen2.5:1.5b', source: '.ollama' }])
    const one = large('mine', 'a.gguf')
    linkSync(one, join(home, 'mine', 'b.gguf'))
    expect(await findInFolder(join(home, 'mine'))).toMatchObject([{ source: 'mine' }, { source: 'mine' }])
  })
})
