import { cutGraphemes } from '../language/graphemes'

/** Longer than any title a program gives by itself; what a person pasted as a title ends here. */
const MOST_GRAPHEMES = 120
/** What programs call a conversation that nobody has named yet, in the languages they speak. */
const NO_NAME = new Set(
  [
    ...['new chat', 'new conversation', 'untitled', 'untitled conversation', 'untitled chat', 'chat', 'conversation'],
    ...['neuer chat', 'neue unterhaltung', 'unbenannt', 'nuevo chat', 'nueva conversación', 'sin título'],
    ...['nouveau chat', 'nouvelle discussion', 'nouvelle conversation', 'sans titre', 'nuova chat', 'senza titolo'],
    ...['novo chat', 'nova conversa', 'sem título', 'nieuwe chat', 'naamloos', 'yeni sohbet', 'adsız'],
    ...['новый чат', 'без названия', '新しいチャット', '無題', '新聊天', '新对话', '无标题', '새 채팅', '제목 없음'],
  ].map((name) => name.normalize('NFKC')),
)

/**
 * What an export calls a conversation, on one line; null where it says nothing: no title, the one a program gives before
 * there is one, or a title without a letter.
 */
export function conversationTitle(written: string | null): string | null {
  const flat = (written ?? '').replaceAll('\u0000', '').replace(/\s+/gu, ' ').trim()
  const plain = flat
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replace(/ ?\(?\d+$/u, '')
  if (!/\p{L}/u.test(plain) || NO_NAME.has(plain)) return null
  return cutGraphemes(flat, MOST_GRAPHEMES)
}
