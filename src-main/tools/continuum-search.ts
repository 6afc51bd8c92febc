/** `continuum_search`: finds what was said, segment summaries and memories (01-domain, Search). */
import { oneLine } from '../conversation/message-text'
import { countTokens, cutTokens } from '../language/tokens'
import { queryIn, requiredQuery, scopeIn } from './arguments'
import { type FoundPassage, SEARCH_SCOPES, type Tool, type ToolPorts } from './types'

const LIMIT = 6
const MAX_PASSAGE_TOKENS = 150
const MAX_NAME_TOKENS = 24

export const continuumSearch = (ports: ToolPorts): Tool => ({
  spec: {
    name: 'continuum_search',
    description:
      'Finds single passages of earlier conversations: messages (what exactly was said), segments (summaries of talks) or memories (facts and preferences). Use it to look up what was said.',
    parameters: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Words of what is looked for' },
        scope: { type: 'string', enum: [...SEARCH_SCOPES], description: 'Default: messages' },
      },
      required: ['query'],
    },
  },
  query: (args) => queryIn(args) || null,
  async run(args, { maxTokens }) {
    const query = requiredQuery(args)
    const scope = scopeIn(args)
    return renderPassages(await ports.searchTalk(query, scope, LIMIT), maxTokens)
  },
})

/** JSON, best first; foreign text is escaped and on one line. What does not fit goes, least relevant first. */
export function renderPassages(found: readonly FoundPassage[], maxTokens: number): string {
  if (found.length === 0) return JSON.stringify({ found: [], note: 'Nothing like that was found.' })
  for (let kept = found.length; kept > 0; kept--) {
    const text = JSON.stringify({ found: found.slice(0, kept).map((p) => row(p, MAX_PASSAGE_TOKENS)) })
    if (countTokens(text) <= maxTokens) return text
  }
  const best = found[0]?.text ?? ''
  for (let room = maxTokens; room > 4; room = Math.floor(room / 2)) {
    const text = JSON.stringify({ found: [{ text: cutTokens(oneLine(best), room) }] })
    if (countTokens(text) <= maxTokens) return text
  }
  return JSON.stringify({ found: [] })
}

const row = ({ ts, author, bucketTitle, text, score }: FoundPassage, maxTokens: number) => ({
  when: `${ts.slice(0, 16).replace('T', ' ')} UTC`,
  ...(author === null ? {} : { who: cutTokens(oneLine(author), MAX_NAME_TOKENS) }),
  ...(bucketTitle === null ? {} : { topic: cutTokens(oneLine(bucketTitle), MAX_NAME_TOKENS) }),
  text: cutTokens(oneLine(text), maxTokens),
  relevance_score: Math.round(score * 100) / 100,
})
