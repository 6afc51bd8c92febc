import { expect, it } from 'vitest'
import { rangeOf } from './passage-mark'

function shown(html: string): Element {
  const root = document.createElement('div')
  root.innerHTML = html
  return root
}

it('finds a passage where it stands, though the same words stand before it', () => {
  const written = 'The **cat** and the cat, and a cat'
  const root = shown('<p>The <strong>cat</strong> and the cat, and a cat</p>')
  const offsets = [...written.matchAll(/cat/g)].map(({ index }) => {
    const range = rangeOf(root, 'cat', written.slice(0, index))
    return range && [range.startContainer.textContent, range.startOffset]
  })
  expect(offsets).toEqual([
    ['cat', 0],
    [' and the cat, and a cat', 9],
    [' and the cat, and a cat', 20],
  ])
  // more stand before it in what was written than are shown: the last one
  expect(rangeOf(root, 'cat', 'cat '.repeat(9))?.startOffset).toBe(20)
  expect(rangeOf(root, 'dog')).toBeNull()
})
