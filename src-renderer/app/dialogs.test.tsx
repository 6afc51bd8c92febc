import { fireEvent, screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../testing/render'
import { useToasts } from '../ui/toast-store'
import { Dialogs } from './dialogs'
import { useView } from './view'

afterEach(() => {
  useToasts.setState({ items: [] })
  useView.getState().close()
  vi.restoreAllMocks()
})

it('closes a dialog that cannot be shown, says so and leaves the window, and shows it once it can be', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let isBroken = true
  const load = async () => {
    if (isBroken) throw new Error('Failed to fetch dynamically imported module')
    return { default: () => <p>The dialog</p> }
  }
  show(
    <>
      <p>The window</p>
      <Dialogs load={load} />
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
  isBroken = false
  act(() => useView.getState().open({ kind: 'shortcuts' }))
  await screen.findByText('The dialog')
})

it('has the palette at once: what is typed right after its key lands in it', () => {
  const load = () => new Promise<never>(() => undefined)
  show(<Dialogs load={load} />)
  act(() => useView.getState().open({ kind: 'palette' }))
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
})

it('takes the keys while a dialog is still being read: Escape takes it back and nothing else hears of it', () => {
  const heard: string[] = []
  show(
    <>
      <input aria-label="elsewhere" onKeyDown={({ key }) => heard.push(key)} />
      <Dialogs load={() => new Promise<never>(() => undefined)} />
    </>,
  )
  const elsewhere = screen.getByLabelText('elsewhere')
  const press = (key: string) => act(() => void fireEvent.keyDown(elsewhere, { key }))
  act(() => useView.getState().open({ kind: 'shortcuts' }))
  press('a')
  expect(useView.getState().dialog).not.toBeNull()
  press('Escape')
  expect(useView.getState().dialog).toBeNull()
  press('b')
  expect(heard).toEqual(['b'])
})
