import { act, render, screen } from '@testing-library/react'
import { Tabs } from 'radix-ui'
import { expect, it } from 'vitest'
import { AsDocumentRuns } from './direction'

it('lets the parts of the library run as the document does, also when that changes', async () => {
  render(
    <AsDocumentRuns>
      <Tabs.Root value="a" data-testid="tabs" />
    </AsDocumentRuns>,
  )
  expect(screen.getByTestId('tabs').getAttribute('dir')).toBe('ltr')
  await act(async () => document.documentElement.setAttribute('dir', 'rtl'))
  expect(screen.getByTestId('tabs').getAttribute('dir')).toBe('rtl')
  await act(async () => document.documentElement.removeAttribute('dir'))
  expect(screen.getByTestId('tabs').getAttribute('dir')).toBe('ltr')
})
