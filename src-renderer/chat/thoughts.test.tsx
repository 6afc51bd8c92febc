import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeMain } from '../testing/fake-bridge'
import { show } from '../testing/render'
import { aMessage, inUtc } from '../testing/samples'
import { Reply } from './reply'

it('a reply from another program shows what its model thought first, folded and as plain text', () => {
  fakeMain(inUtc)
  show(<Reply message={aMessage(2, { role: 'assistant', author: 'assistant', thinking: 'Is it *Monday*?' })} />)
  const fold = screen.getByText('What it thought first').closest('details')
  expect(fold?.open).toBe(false)
  screen.getByText('Is it *Monday*?')
})

it('a reply without thoughts shows no fold', () => {
  fakeMain(inUtc)
  show(<Reply message={aMessage(2, { role: 'assistant', author: 'assistant' })} />)
  expect(screen.queryByText('What it thought first')).toBeNull()
})
