/**
 * Vitest's set-up file of the window project, run before each test file. The files share a process and with it a document and
 * the window's stores: what a test left there goes before the next.
 */
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { useToasts } from '../ui/toast-store'

// What is looked for comes: how soon is no matter of a test, and a busy machine takes longer than a second.
configure({ asyncUtilTimeout: 20_000 })

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  useToasts.setState({ items: [] })
})
