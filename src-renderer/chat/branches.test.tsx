import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { useView } from '../app/view'
import { fakeMain } from '../testing/fake-bridge'
import { show } from '../testing/render'
import { aMessage, at, inUtc } from '../testing/samples'
import { useBranchChoice } from './branch-choice'
import { ConversationRow } from './row'

const reply = aMessage(2, { role: 'assistant', author: 'assistant', text: 'Cut the oldest canes.', branches: 2 })
const other = (id: string, text: string) => ({ id, ts: at(1), role: 'assistant' as const, author: 'assistant', text })
const branches = [
  { branch: 'first', follows: false, messages: [other('b1', 'In winter.'), other('b2', 'Or in spring.')] },
  { branch: 'second', follows: false, messages: [other('b3', 'Ask a gardener.')] },
]
const row = { kind: 'reply' as const, key: 'r', message: reply }
beforeEach(() => {
  useBranchChoice.setState({ looked: {} })
  fakeMain({ ...inUtc, 'conversation.branches': () => branches })
})

it('turns to the other branches at a message and back', async () => {
  show(<ConversationRow row={row} />)
  screen.getByText('1/3')
  expect(screen.queryByRole('region', { name: 'Another version' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Next version' }))
  await screen.findByText('Or in spring.')
  screen.getByText('2/3')
  expect(screen.queryByText('Cut the oldest canes.')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Next version' }))
  await screen.findByText('Ask a gardener.')
  expect(screen.getByRole('button', { name: 'Next version' })).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('button', { name: 'Version before' }))
  await userEvent.click(screen.getByRole('button', { name: 'Version before' }))
  await screen.findByText('Cut the oldest canes.')
  screen.getByText('1/3')
})

it('opens at the branch that a search found', async () => {
  useBranchChoice.getState().look(reply.id, 'b3')
  show(<ConversationRow row={row} />)
  await screen.findByText('Ask a gardener.')
  await waitFor(() => screen.getByText('3/3'))
})

it('looks at no other branch any more once a person goes elsewhere, else what they go to might be folded away', () => {
  useBranchChoice.getState().look(reply.id, 'b3')
  useView.getState().jumpTo(reply.id)
  expect(useBranchChoice.getState().looked).toEqual({ [reply.id]: 'b3' })
  useView.getState().jumpTo(aMessage(7).id)
  expect(useBranchChoice.getState().looked).toEqual({})
})

it('a message without other branches has no pager', () => {
  show(<ConversationRow row={{ ...row, message: aMessage(2, { role: 'assistant', author: 'assistant' }) }} />)
  expect(screen.queryByRole('navigation', { name: 'Versions' })).toBeNull()
})
