/**
 * Vitest's set-up file of the window project, run before each test file. The files share a process and with it a document and
 * the window's stores: what a test left there goes before the next.
 */
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'
import { useToasts } from '../ui/toast-store'

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  useToasts.setState({ items: [] })
})
