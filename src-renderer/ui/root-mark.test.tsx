import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useRootMark, watchKeyboard } from './root-mark'

const root = document.documentElement
const Part = () => {
  useRootMark('modal-open')
  return null
}

it('a mark stands as long as one of those who hold it is there', () => {
  const first = render(<Part />)
  const second = render(<Part />)
  first.unmount()
  expect(root.hasAttribute('data-modal-open')).toBe(true)
  second.unmount()
  expect(root.hasAttribute('data-modal-open')).toBe(false)
})

it('keys mark the window, Shift alone does not, the pointer ends it', () => {
  watchKeyboard()
  const press = (key: string) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  press('Shift')
  expect(root.hasAttribute('data-keys')).toBe(false)
  press('Tab')
  expect(root.hasAttribute('data-keys')).toBe(true)
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  expect(root.hasAttribute('data-keys')).toBe(false)
})

it('no rule of the stylesheet asks what lies in a row or in the window: it would be asked at every change', () => {
  const folder = join(import.meta.dirname, '..')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(css|tsx)$/.test(file))
  const asking = sources.filter((file) => {
    const text = readFileSync(join(folder, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
    return file.endsWith('.css') ? text.includes(':has(') : /\b(group|peer)-has-\[/.test(text)
  })
  expect(asking.filter((file) => !file.includes('.test.'))).toEqual([])
})

it('nothing but the room of notices is told to the document by a property that all of the window inherits', () => {
  const folder = join(import.meta.dirname, '..')
  const telling = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      /(?:documentElement|document\.body)[^;\n]*\n?[^;\n]*style|\{ style \} = document/.test(
        readFileSync(join(folder, file), 'utf8'),
      ),
  )
  expect(telling.filter((file) => !file.includes('.test.'))).toEqual([join('ui', 'toasts.tsx')])
})
