import type { ToolCall, ToolSpec } from '../../types'
import { system, type ToolItem, user } from '../types'

const TOOLS: readonly ToolSpec[] = [
  {
    name: 'bucket_search',
    description: 'Finds topics (buckets) of earlier conversations by what they are about.',
    parameters: {
      type: 'object',
      properties: { query: { type: 'string', description: 'What the topic is about' } },
      required: ['query'],
    },
  },
  {
    name: 'continuum_search',
    description: 'Finds single messages of earlier conversations by their words, to look up what exactly was said.',
    parameters: {
      type: 'object',
      properties: { query: { type: 'string' } },
      required: ['query'],
    },
  },
]

/** As in a conversation (`conversation/instructions.ts`): a model that is told of tools without it searches for everything. */
const INSTRUCTIONS =
  'Answer what the person says. If something that was said before is needed and is not shown, look it up before you answer: ' +
  'bucket_search finds topics, continuum_search finds what was said. Do not search for what has nothing to do with earlier talk.'

const ask = (text: string, right: (calls: readonly ToolCall[]) => boolean): ToolItem => ({
  kind: 'tools',
  ability: 'tools',
  id: `tools: ${text}`,
  messages: [system(INSTRUCTIONS), user(text)],
  maxTokens: 200,
  tools: TOOLS,
  right,
})

const queryOf = ({ arguments: given }: ToolCall): string =>
  typeof given === 'object' && given !== null && 'query' in given ? String(given.query) : ''

const one =
  (names: readonly string[], about: RegExp) =>
  (calls: readonly ToolCall[]): boolean =>
    calls.length > 0 && calls.every((call) => names.includes(call.name) && about.test(queryOf(call)))
const none = (calls: readonly ToolCall[]): boolean => calls.length === 0

export const toolItems: readonly ToolItem[] = [
  ask('Use your tools: which topics have we had about dogs?', one(['bucket_search'], /dog/i)),
  ask('What exactly did I say last month about the price of the boiler?', one(['continuum_search'], /boiler/i)),
  ask('Find our old topic about baking bread.', one(['bucket_search'], /bread|bak/i)),
  ask('Look up the message in which I told you my sister’s address.', one(['continuum_search'], /address|sister/i)),
  ask('What is the capital of France?', none),
  ask('Say hello in Spanish.', none),
  ask('Which of our old conversations were about the garden?', one(['bucket_search'], /garden/i)),
  ask('What were my exact words about the wifi password?', one(['continuum_search'], /wi-?fi|password/i)),
  ask(
    'We once talked about a trip to Lisbon. Look that topic up.',
    one(['bucket_search', 'continuum_search'], /lisbon|trip/i),
  ),
  ask('What is seven times eight?', none),
  ask('Thank you, that was all.', none),
  ask('Write me one sentence about the sea.', none),
]
