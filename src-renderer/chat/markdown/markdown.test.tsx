import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { type FakeMain, fakeMain } from '../../testing/fake-bridge'
import { show } from '../../testing/render'
import { Markdown } from './markdown'

let main: FakeMain
beforeEach(() => {
  main = fakeMain({ 'app.openLink': () => null })
})

describe('a reply’s Markdown', () => {
  it('shows raw HTML as the text it is', () => {
    show(<Markdown text={'<img src=x onerror="alert(1)"> <script>alert(2)</script>\n\n<b>bold?</b>'} />)
    expect(document.querySelector('img, script, b')).toBeNull()
    expect(document.body.textContent).toContain('<script>alert(2)</script>')
  })

  it('fetches no image, but links to it', () => {
    show(<Markdown text="![a map](https://example.org/map.png)" />)
    expect(document.querySelector('img')).toBeNull()
    expect(screen.getByRole('link', { name: 'a map' }).getAttribute('href')).toBe('https://example.org/map.png')
  })

  it('opens links by way of main', async () => {
    show(<Markdown text="[a guide](https://example.org/guide)" />)
    await userEvent.click(screen.getByRole('link', { name: 'a guide' }))
    expect(main.inputsOf('app.openLink')).toEqual([{ url: 'https://example.org/guide' }])
  })

  it.each(['[x](javascript:alert(1))', '[x](file:///etc/passwd)', '[x](/local)', '[x](data:text/html,hi)'])(
    'makes no link of what is no web address: %s',
    (text) => {
      show(<Markdown text={text} />)
      expect(screen.queryByRole('link')).toBeNull()
      expect(document.body.textContent).toContain('x')
    },
  )

  it('shows code with its language and a way to copy it', () => {
    show(<Markdown text={'```py\nprint(1)\n```'} settled={false} />)
    expect(document.querySelector('pre')?.textContent).toBe('print(1)')
    expect(screen.getByText('py')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy()
  })

  it('reads tables, tasks and struck text', () => {
    show(<Markdown text={'| a | b |\n| - | - |\n| 1 | 2 |\n\n- [x] bought\n\n~~old~~'} />)
    expect(screen.getAllByRole('cell')).toHaveLength(2)
    expect(screen.getByRole('checkbox', { name: 'Done' })).toHaveProperty('checked', true)
    expect(document.querySelector('del')?.textContent).toBe('old')
  })

  it('makes neither element nor link of a tag that looks like an address', () => {
    show(<Markdown text="<mira:analysis> hello" />)
    expect(screen.queryByRole('link')).toBeNull()
    expect(document.body.textContent).toContain('<mira:analysis> hello')
  })

  it.each(['Use <xs:element> inside <dc:title>Tree</dc:title> please.', 'a <svn+ssh://host/x> b', 'x <urn:isbn:1> y'])(
    'keeps the brackets of what only looks like an address: %s',
    (text) => {
      show(<Markdown text={text} />)
      expect(screen.queryByRole('link')).toBeNull()
      expect(document.body.textContent).toContain(text)
    },
  )

  it('still opens an address in brackets', () => {
    show(<Markdown text="see <https://example.org/>" />)
    expect(screen.getByRole('link', { name: 'https://example.org/' })).toBeTruthy()
  })

  it.each([
    ['**重要：**这是加粗。', ['重要：']],
    ['**“引用”**之后。', ['“引用”']],
    ['这是**重要（必须）**的。', ['重要（必须）']],
    ['**注意：**先**关机。**再拔。', ['注意：', '关机。']],
    ['日本語は**「重要」**です', ['「重要」']],
    ['**用 `x` 吧：**好', ['用 x 吧：']],
    ['plain **bold** text', ['bold']],
  ])('shows bold beside scripts without spaces: %s', (text, bold) => {
    show(<Markdown text={text} />)
    expect([...document.querySelectorAll('strong')].map((e) => e.textContent.replaceAll('\u2060', ''))).toEqual(bold)
    expect(document.body.textContent).not.toContain('**')
  })

  it.each(['2 ** 3 and **', '\\*\\*重要：\\*\\*这', 'a ** b ** c', '**Note:**this'])(
    'leaves other stars alone: %s',
    (text) => {
      show(<Markdown text={text} />)
      expect(document.querySelector('strong')).toBeNull()
      expect(document.body.textContent).toContain('**')
    },
  )

  it.each([
    ['quotes', '>'.repeat(8000)],
    ['quotes with spaces', '> '.repeat(8000)],
    ['lists', '- '.repeat(8000)],
    ['numbered lists', '1. '.repeat(8000)],
    ['lists by indentation', Array.from({ length: 900 }, (_, i) => `${'  '.repeat(i)}- x`).join('\n')],
    ['brackets', '['.repeat(20_000)],
    ['pictures', `${'!['.repeat(5_000)}x${'](y)'.repeat(5_000)}`],
    ['emphasis', `${'*a '.repeat(5_000)}b${' c*'.repeat(5_000)}`],
    ['stars', `${'*'.repeat(20_000)}a${'*'.repeat(20_000)}`],
  ])('shows what is nested too deep as the text it is, and the rest as ever: %s', (_, deep) => {
    show(<Markdown text={`before\n\n${deep}\n\n**after**`} />)
    expect(document.querySelector('strong')?.textContent).toBe('after')
    expect(document.body.textContent).toContain(deep.slice(0, 100).trim())
  })
})
