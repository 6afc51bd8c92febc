import { describe, expect, it } from 'vitest'
import { hostOf, isLoopback } from './loopback'

describe('the host of an endpoint', () => {
  it.each(['http://localhost:11434/v1', 'http://127.0.0.1:1234', 'http://[::1]:8080', 'http://127.8.9.1'])(
    'is this computer: %s',
    (address) => {
      expect(isLoopback(hostOf(address) ?? '')).toBe(true)
    },
  )
  it.each([
    'https://api.example.com/v1',
    'http://127.0.0.1.example.com',
    'http://192.168.1.5',
    'http://localhost.example.com',
  ])('is another one: %s', (address) => {
    expect(isLoopback(hostOf(address) ?? '')).toBe(false)
  })
  it('is unknown while it is typed, and for what is no web address', () => {
    for (const text of ['', 'http://', 'api.example.com', 'ftp://example.com']) expect(hostOf(text)).toBeNull()
  })
})
