import type { AppState } from '@shared/contract/app'
import { CatchmentError, type Failure } from '@shared/contract/errors'
import { defaultSettings, type Settings } from '@shared/contract/settings'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { fakeMain } from '../testing/fake-bridge'
import { show } from '../testing/render'
import { App } from './app'

const state = (storeFailure: Failure | null): AppState => ({
  version: '0.1.0',
  restorable: null,
  platform: 'linux',
  storeFailure,
  profile: 'default',
  messages: 0,
  firstMessageAt: null,
  timeZone: 'UTC',
})

describe('the first screen', () => {
  it('is the failure of the store, with what was kept and what to do, until it opens', async () => {
    let failure: Failure | null = { code: 'store_locked', message: 'Process 4711 holds it.' }
    const main = fakeMain({ 'app.state': () => state(failure), 'settings.get': () => defaultSettings })
    show(<App />)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Process 4711 holds it.')
    expect(alert.textContent).toContain('What was kept')
    expect(main.calls.map((call) => call.name)).toEqual(['app.state'])
    failure = null
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('heading', { name: 'A chat that files itself' })
  })

  it('says what is done to a store of an older version while it opens, and how far that is', async () => {
    let open: (opened: AppState) => void = () => undefined
    const main = fakeMain({
      'app.state': () => new Promise<AppState>((resolve) => (open = resolve)),
      'settings.get': () => defaultSettings,
    })
    show(<App />)
    main.emit({ type: 'store.updating', step: 'backup', share: null })
    expect((await screen.findByRole('status')).textContent).toContain('backed up')
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBeNull()
    main.emit({ type: 'store.updating', step: 'search', share: 0.25 })
    await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25'))
    open(state(null))
    await screen.findByRole('button', { name: 'Just start typing' })
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('says so when main does not answer it, and asks again on request', async () => {
    let works = false
    fakeMain({
      'app.state': () => {
        if (!works) throw new CatchmentError('internal', 'That did not work.')
        return state(null)
      },
      'settings.get': () => defaultSettings,
    })
    show(<App />)
    expect((await screen.findByRole('alert')).textContent).toContain('That did not work.')
    works = true
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('button', { name: 'Just start typing' })
  })

  it('welcomes at the first start, and makes way for the window at once', async () => {
    let settings: Settings = defaultSettings
    fakeMain({
      'app.state': () => state(null),
      'settings.get': () => settings,
      'settings.set': (patch) => {
        settings = { ...settings, ...(patch as Partial<Settings>) }
        return settings
      },
    })
    show(<App />)
    await userEvent.click(await screen.findByRole('button', { name: 'Just start typing' }))
    await screen.findByRole('textbox', { name: 'Message' })
    expect(settings.firstRunDone).toBe(true)
  })

  it('has the theme of the settings', async () => {
    fakeMain({ 'app.state': () => state(null), 'settings.get': () => ({ ...defaultSettings, theme: 'dark' }) })
    show(<App />)
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'))
  })
})
