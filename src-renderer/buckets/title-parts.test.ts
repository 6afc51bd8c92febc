import { expect, it } from 'vitest'
import { sharedBeginnings } from './title-parts'

const divided = (...titles: string[]): string[] => {
  const shared = sharedBeginnings(titles.map((title) => ({ id: title, title })))
  return titles.map((title) => {
    const at = shared.get(title)
    return at === undefined ? title : `${title.slice(0, at)}|${title.slice(at)}`
  })
}

it('titles that begin alike are divided before the word in which they part', () => {
  expect(
    divided('Acts of kindness and compassion matter', 'Pets', 'Acts of kindness and life’s simpler moments'),
  ).toEqual(['Acts of kindness and |compassion matter', 'Pets', 'Acts of kindness and |life’s simpler moments'])
  expect(divided('One-offs of 5 January 2026', 'One-offs of 15 January 2026', 'One-offs of 5 March 2026')).toEqual([
    'One-offs of 5 |January 2026',
    'One-offs of |15 January 2026',
    'One-offs of 5 |March 2026',
  ])
  expect(divided('PROGRAMMING help with Rust', 'Programming help with Go')).toEqual([
    'PROGRAMMING help with |Rust',
    'Programming help with |Go',
  ])
})

it('titles that part soon, or are another’s beginning, stay as they are', () => {
  expect(divided('Gift tax return', 'Gift of tongues')).toEqual(['Gift tax return', 'Gift of tongues'])
  expect(divided('Trip to Lisbon', 'Trip to Lisbon and insurance')).toEqual([
    'Trip to Lisbon',
    'Trip to Lisbon |and insurance',
  ])
  expect(divided('The very same title', 'The very same title')).toEqual(['The very same title', 'The very same title'])
})

it('scripts without spaces are divided at the letter, and letters of several parts stay whole', () => {
  expect(divided('日本語の練習と文法', '日本語の練習と発音')).toEqual(['日本語の練習と|文法', '日本語の練習と|発音'])
  expect(divided('家族写真アルバム👨‍👩‍👧', '家族写真アルバム👨‍👩‍👦')).toEqual([
    '家族写真アルバム|👨‍👩‍👧',
    '家族写真アルバム|👨‍👩‍👦',
  ])
})
