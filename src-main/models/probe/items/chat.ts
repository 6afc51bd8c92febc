import type { ChatMessage } from '../../types'
import { assistant, type TextItem, user } from '../types'

const ask = (id: string, messages: readonly ChatMessage[], right: RegExp): TextItem => ({
  kind: 'text',
  ability: 'chat',
  id: `chat: ${id}`,
  messages,
  maxTokens: 60,
  right: (answer) => right.test(answer) && !isLooping(answer),
})

/** The same five words three times over: a model that has lost itself. */
export function isLooping(text: string): boolean {
  const words = text.toLowerCase().split(/\s+/)
  const seen = new Map<string, number>()
  for (let i = 0; i + 5 <= words.length; i++) {
    const phrase = words.slice(i, i + 5).join(' ')
    const times = (seen.get(phrase) ?? 0) + 1
    if (times === 3) return true
    seen.set(phrase, times)
  }
  return false
}

const note = (text: string, question: string): ChatMessage[] => [
  user(`Here are my notes from before:\n- ${text}\n\nQuestion: ${question}`),
]

/** What anyone expects of a partner in a talk: common knowledge, the turn before, a note at hand. */
export const chatItems: readonly TextItem[] = [
  ask('a capital', [user('What is the capital of France?')], /paris/i),
  ask('a days count', [user('How many days are in a week?')], /\b(7|seven)\b/i),
  ask('an opposite', [user('What is the opposite of hot?')], /cold/i),
  ask('an author', [user('Who wrote Romeo and Juliet?')], /shakespeare/i),
  ask('a planet', [user('Which planet do we live on?')], /earth/i),
  ask('another language', [user('Was ist die Hauptstadt von Deutschland?')], /berlin/i),
  ask(
    'the turn before',
    [
      user('What is the capital of France?'),
      assistant('The capital of France is Paris.'),
      user('What is it famous for?'),
    ],
    /eiffel|louvre|art|museum|fashion|food|cuisine|landmark/i,
  ),
  ask(
    'a name said earlier',
    [user('My name is Clara.'), assistant('Nice to meet you, Clara!'), user('What is my name?')],
    /clara/i,
  ),
  ask('a note about a dog', note('My dog is called Rex.', 'What is my dog called?'), /rex/i),
  ask('a note about a date', note('The dentist is on Thursday at nine.', 'On which day is my dentist?'), /thursday/i),
]
