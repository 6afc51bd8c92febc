import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { useView } from '../app/view'
import { fakeMain } from '../testing/fake-bridge'
import { show } from '../testing/render'
import { at, inUtc } from '../testing/samples'
import { SessionRow } from './session-row'

it('says where a session began in one short sentence, and shows what the model sees on a press', async () => {
  fakeMain(inUtc)
  show(<SessionRow session={{ startedAt: at(5) }} />)
  const sentence = await screen.findByText(/^A new session began at 12:05/)
  expect(sentence.textContent?.split(/[.!?]/u).filter(Boolean)).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'What does it see?' }))
  expect(useView.getState().dialog).toEqual({ kind: 'context' })
})
