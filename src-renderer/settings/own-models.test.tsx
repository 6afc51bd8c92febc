import type { FoundModelView, ModelFileView, ModelStatus } from '@shared/contract/models'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeMain } from '../testing/fake-bridge'
import { show } from '../testing/render'
import { OwnModels } from './own-models'

const status: ModelStatus = {
  chat: { kind: 'none' },
  embedding: { id: 'e5', title: 'E5', state: 'ready', message: null, multilingual: true },
  abilities: [],
  probing: false,
}
const found: FoundModelView[] = [
  {
    ...{ id: 'file-1', title: 'qwen2.5:1.5b', path: '/home/a/.ollama/blobs/sha256-1', source: 'Ollama' },
    ...{ sizeBytes: 1e9, memoryBytes: 2e9, contextTokens: 8192, refusal: null },
  },
  {
    ...{ id: '/x/bert.gguf', title: 'bert.gguf', path: '/x/bert.gguf', source: 'LM Studio' },
    ...{ sizeBytes: 1e8, memoryBytes: 0, contextTokens: 0, refusal: 'bert.gguf cannot be used. It only searches.' },
  },
]
const file: ModelFileView = {
  ...{ id: 'file-2', title: 'Mine Q4_K_M', path: '/home/a/mine.gguf', architecture: 'qwen2', quantisation: 'Q4_K_M' },
  ...{ sizeBytes: 1e9, memoryBytes: 2e9, contextTokens: 8192, there: false, notes: ['tiny'] },
}
const main = (files: ModelFileView[]) =>
  fakeMain({
    'models.status': () => status,
    'models.catalog': () => [],
    'models.files': () => files,
    'models.found': () => found,
    'models.addFound': ({ id }) => ({ id }),
    'models.select': () => status,
    'models.removeFile': () => null,
  })

it('offers what other programs keep, says why a file cannot be used, and uses the chosen one by its id', async () => {
  const { inputsOf } = main([])
  show(<OwnModels />)
  await userEvent.click(screen.getByRole('button', { name: 'Look for models on this computer' }))
  const list = await screen.findByRole('region', { name: 'Models found' })
  expect(within(list).getByText('bert.gguf cannot be used. It only searches.')).toBeTruthy()
  const buttons = within(list).getAllByRole('button')
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['Use qwen2.5:1.5b'])
  await userEvent.click(buttons[0] as HTMLElement)
  await expect.poll(() => inputsOf('models.select')).toEqual([{ id: 'file-1' }])
  expect(inputsOf('models.addFound')).toEqual([{ id: 'file-1' }])
})

it('says that a file is gone and cannot be used, and lets it be taken out of the list', async () => {
  const { inputsOf } = main([file])
  show(<OwnModels />)
  expect(await screen.findByText('The file does not lie there any more.')).toBeTruthy()
  expect(screen.getByText(/shows how it works, and is no help/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Use Mine Q4_K_M' }).hasAttribute('disabled')).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: /^Remove Mine/ }))
  await expect.poll(() => inputsOf('models.removeFile')).toEqual([{ id: 'file-2' }])
})
