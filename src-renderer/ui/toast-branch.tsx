import { FocusScope } from 'radix-ui/internal'
import { useEffect, useState } from 'react'

/** The element that holds the notices. */
export const NOTICES_ID = 'notices'

/**
 * Stands inside a modal dialog and opens its focus trap for the notices: what an act in the dialog raised can be reached
 * by F8 and pressed, while the dialog stays where it is.
 */
export function ToastBranch() {
  const [notices, setNotices] = useState<HTMLElement | null>(null)
  useEffect(() => setNotices(document.getElementById(NOTICES_ID)), [])
  FocusScope.useFocusScopeBranch(notices)
  return null
}
