import { describe, expect, it } from 'vitest'
import { linkQuestion } from './link-question'

const asked = (url: string) =>
  linkQuestion(url, { open: 'Open [host] in your browser?', stranger: 'What stands before the @ is no address.' })

describe('the question before a link', () => {
  it('names the host', () => {
    expect(asked('https://example.org/a?b=c')).toEqual({
      message: 'Open example.org in your browser?',
      detail: 'https://example.org/a?b=c',
    })
  })

  it('is not deceived by what stands before an @, nor by letters that look like others', () => {
    expect(asked('https://my-bank.example@evil.example/login').message).toBe('Open evil.example in your browser?')
    expect(asked('https://my-bank.example@evil.example/login').detail).toContain('no address')
    expect(asked('https://аpple.com/').message).toContain('xn--')
  })

  it('cuts a long address and keeps its end', () => {
    const { detail, message } = asked(`https://${'a.'.repeat(100)}example/${'x'.repeat(100_000)}#end`)
    expect(detail.length).toBeLessThan(300)
    expect(detail).toContain('#end')
    expect(message.length).toBeLessThan(130)
    expect(message).toContain('.example')
  })
})
