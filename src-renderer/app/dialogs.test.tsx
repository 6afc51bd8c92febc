import { screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../testing/render'
import { useToasts } from '../ui/toast-store'
import { Dialogs } from './dialogs'
import { useView } from './view'

const state = vi.hoisted(() => ({ isBroken: true }))
// as a part of the app that cannot be read: what is asked of it is refused
vi.mock('./every-dialog', () => ({
  get EveryDialog() {
    if (state.isBroken) throw new Error('Failed to fetch dynamically imported module')
    return () => <p>The dialog</p>
  },
}))

afterEach(() => {
  useToasts.setState({ items: [] })
  useView.getState().close()
  vi.restoreAllMocks()
})

it('closes a dialog that cannot be shown, says so and leaves the window, and shows it once it can be', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  show(
    <>
      <p>The window</p>
      <Dialogs />
    </>,
  )
  act(() => useView.getState().open({ kind: 'shortcuts' }))
  await waitFor(() => expect(useToasts.getState().items).toHaveLength(1))
  expect(useToasts.getState().items[0]).toMatchObject({
    tone: 'error',
    text: expect.stringMatching(/^That could not be/),
  })
  expect(useView.getState().dialog).toBeNull()
  screen.getByText('The window')
  expect(logged).toHaveBeenCalled()
  state.isBroken = false
  act(() => useView.getState().open({ kind: 'shortcuts' }))
  await screen.findByText('The dialog')
})
