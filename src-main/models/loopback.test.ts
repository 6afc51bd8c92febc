import { expect, it } from 'vitest'
import { isLoopback } from './loopback'

it.each([
  'http://localhost:11434/v1',
  'http://LOCALHOST./v1',
  'http://models.localhost',
  'http://127.0.0.1:1234',
  'http://127.8.8.8',
  'http://2130706433/v1',
  'http://0x7f.1/',
  'http://[::1]:8080/v1',
  'http://[::ffff:127.0.0.1]/',
])('takes %s for this machine', (url) => {
  expect(isLoopback(url)).toBe(true)
})

it.each([
  'https://api.example.com/v1',
  'http://192.168.1.5:11434',
  'http://localhost.example.com',
  'http://127.0.0.1.example.com',
  'http://127.0.0.1@example.com/',
  'http://0.0.0.0:8000',
  'http://[fe80::1]/',
  'not a url',
  '',
])('takes %s for somewhere else', (url) => {
  expect(isLoopback(url)).toBe(false)
})
