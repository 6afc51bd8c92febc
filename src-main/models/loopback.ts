/**
 * True if what is sent to `url` stays on this machine: `localhost` and its subdomains, 127.0.0.0/8, ::1. Anything that
 * does not parse counts as remote, so that it needs a person's confirmation.
 */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false
  // URL writes IPv4 in any notation as four decimal parts and compresses IPv6.
  const host = new URL(url).hostname.toLowerCase().replace(/\.$/, '')
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  if (host === '[::1]' || /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(host)) return true
  return /^127(\.\d{1,3}){3}$/.test(host)
}
