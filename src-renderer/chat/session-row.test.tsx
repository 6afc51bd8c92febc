import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { useView } from '../app/view'
import { fakeMain } from '../testing/fake-bridge'
import { show } from '../testing/render'
import { at, inUtc } from '../testing/samples'
import { SessionRow } from './session-row'

it('says where a session began and what the model remembers of before, and shows it on a press', async () => {
  fakeMain(inUtc)
  show(<SessionRow session={{ startedAt: at(5), carried: ['primary', 'summaries', 'continuity'] }} />)
  const row = await screen.findByText(/^New session, 12:05/)
  expect(row.textContent).toContain('Kept from before: main topics, segment summaries, and newest messages.')
  await userEvent.click(screen.getByRole('button', { name: 'What does it see?' }))
  expect(useView.getState().dialog).toEqual({ kind: 'context' })
})

it('says so when nothing was kept', () => {
  fakeMain(inUtc)
  show(<SessionRow session={{ startedAt: at(5), carried: [] }} />)
  expect(screen.getByText(/Nothing was kept from before\./)).toBeTruthy()
})
