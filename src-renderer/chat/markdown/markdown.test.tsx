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
    expect(document.body.textContent).toContain('mira:analysis hello')
  })
})
