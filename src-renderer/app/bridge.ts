import type { Bridge } from '@shared/contract'

declare global {
  interface Window {
    /** Put there by the preload; tests bring their own. */
    catchment?: Bridge
  }
}

/** The one bridge to main. Throws if the preload did not run: nothing in the window could work then. */
export function bridge(): Bridge {
  if (!window.catchment) throw new Error('The bridge to the main process is missing.')
  return window.catchment
}
