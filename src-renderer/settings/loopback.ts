/** The host of an address, or null if it is none. */
export function hostOf(address: string): string | null {
  try {
    const url = new URL(address)
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.hostname : null
  } catch {
    return null // not an address yet: it is still being typed
  }
}

/** Whether a host is this computer, so that nothing leaves it. Main decides for itself; this only words the question. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
