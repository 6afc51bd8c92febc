import { expect, it } from 'vitest'
import { isCourtesy } from './courtesy'

it.each([
  'thx',
  'Thanks!',
  'ok, thank you so much',
  'Perfect.',
  'Danke dir, alles klar!',
  'merci beaucoup',
  'はい、ありがとうございます',
  '谢谢',
])('knows a courtesy that opens no topic: %s', (text) => expect(isCourtesy(text)).toBe(true))

it.each([
  '',
  '👍',
  'thanks, and now the taxes',
  'What is a super nova?',
  'ok?',
  'great white sharks',
  'no sugar please',
  'good bread',
])('takes nothing else for one: %s', (text) => expect(isCourtesy(text)).toBe(false))
