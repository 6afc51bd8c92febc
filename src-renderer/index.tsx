import './app/styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { config } from 'zod'
import { App } from './app/app'
import { RequestFailure } from './app/ask'
import { useDamage } from './app/damage'
import { ErrorBoundary } from './app/error-boundary'
import { i18n, startLanguage } from './app/i18n'
import { makeQueryClient } from './app/query-client'
import { startTheme } from './app/theme'
import { Jot } from './chat/jot'
import { AsDocumentRuns } from './ui/direction'
import { watchKeyboard } from './ui/root-mark'
import { say } from './ui/toast-store'

// without this zod compiles its parsers with `new Function`, which the content security policy refuses
config({ jitless: true })
startTheme()
watchKeyboard()
void startLanguage()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element.')

// what a person cancelled themselves is no error
const toneOf = (error: Error) => (error instanceof RequestFailure && error.code === 'cancelled' ? 'info' : 'error')
const client = makeQueryClient(
  (error) => say(error.message, { tone: toneOf(error) }),
  ({ code, message }) => useDamage.getState().found({ code, message }),
)

createRoot(root).render(
  <StrictMode>
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <AsDocumentRuns>
          <ErrorBoundary>{location.hash === '#jot' ? <Jot /> : <App />}</ErrorBoundary>
        </AsDocumentRuns>
      </QueryClientProvider>
    </I18nextProvider>
  </StrictMode>,
)
