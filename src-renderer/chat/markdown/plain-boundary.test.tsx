import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PlainBoundary } from './plain-boundary'

function Drawn({ text }: { text: string }) {
  if (text.startsWith('broken')) throw new RangeError('Maximum call stack size exceeded')
  return <b>{text}</b>
}
const row = (text: string) => (
  <PlainBoundary text={text}>
    <Drawn text={text} />
  </PlainBoundary>
)

// React and the boundary say on the console what could not be drawn.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => vi.restoreAllMocks())

it('a message that cannot be drawn is shown as it was written, and those around it live', () => {
  const all = (middle: string) => (
    <>
      {row('before')}
      {row(middle)}
      {row('after')}
    </>
  )
  const { rerender } = render(all('broken **text**'))
  expect(screen.getByText('broken **text**').tagName).toBe('DIV')
  for (const text of ['before', 'after']) expect(screen.getByText(text).tagName).toBe('B')
  // what it says later is drawn again
  rerender(all('whole again'))
  expect(screen.getByText('whole again').tagName).toBe('B')
})
