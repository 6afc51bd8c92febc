import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { i18n } from '../app/i18n'
import { makeQueryClient } from '../app/query-client'
import { say } from '../ui/toast-store'

// jsdom knows no layout: what only asks about it gets an answer that changes nothing
window.matchMedia = (query) =>
  ({
    media: query,
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }) as unknown as MediaQueryList
window.ResizeObserver = class {
  observe(): void {
    // nothing ever changes its size here
  }
  unobserve(): void {
    // as above
  }
  disconnect(): void {
    // as above
  }
}
Element.prototype.scrollIntoView = () => undefined

export const testClient = (): QueryClient => makeQueryClient((error) => say(error.message, { tone: 'error' }))

/** Renders something of the window with its words and a cache of its own. */
export function show(children: ReactNode, client: QueryClient = testClient()): QueryClient {
  render(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </I18nextProvider>,
  )
  return client
}
