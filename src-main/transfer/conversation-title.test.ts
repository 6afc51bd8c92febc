import { describe, expect, it } from 'vitest'
import { conversationTitle } from './conversation-title'

describe('what an export calls a conversation', () => {
  it('is kept as it stands, on one line', () => {
    expect(conversationTitle('Sourdough starter')).toBe('Sourdough starter')
    expect(conversationTitle('  犬の\n散歩 ')).toBe('犬の 散歩')
    expect(conversationTitle('New chat app architecture')).toBe('New chat app architecture')
    expect(conversationTitle('Chat GPT vs Claude')).toBe('Chat GPT vs Claude')
  })

  it('is nothing where the program gave the title before there was one, in any language, or where no letter is in it', () => {
    for (const title of [
      null,
      '',
      '  ',
      'New chat',
      'NEW CHAT',
      'New chat (2)',
      '“New chat”',
      'Untitled',
      'Neuer Chat',
    ])
      expect(conversationTitle(title)).toBeNull()
    for (const title of ['Nuevo chat', '新しいチャット', '新聊天', '새 채팅', '2024-03-01', '???'])
      expect(conversationTitle(title)).toBeNull()
  })

  it('ends where no title would, and holds nothing the store refuses', () => {
    expect([...(conversationTitle('é'.repeat(500)) ?? '')].length).toBe(120)
    expect(conversationTitle('a\u0000b')).toBe('ab')
  })
})
