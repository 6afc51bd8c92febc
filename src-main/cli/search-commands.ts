import { CatchmentError } from '@shared/contract/errors'
import {
  type BucketHit,
  type NearestTopic,
  SEARCH_SCOPES,
  type SearchHit,
  type SearchScope,
  type SearchSnippet,
} from '@shared/contract/search'
import type { Command } from 'commander'
import { parseCount } from './arguments'
import type { Cli } from './cli'
import { printValue } from './output'

interface SearchOptions {
  scope: string
  buckets?: boolean
  limit?: string
}

/** `search <query>`: the words need no quotes of their own. */
export function addSearchCommands(program: Command, cli: Cli): void {
  program
    .command('search <query...>')
    .description(
      'what was said before, or with --buckets in which bucket; archived ones included. Among the words: in:TOPIC, from:me|assistant|NAME, before:DATE, after:DATE, has:code|link|file, "exact words", -word',
    )
    .option('--scope <scope>', `one of ${SEARCH_SCOPES.join(', ')}`, 'all')
    .option('--buckets', 'buckets instead of messages')
    .option('--limit <n>', 'at most n')
    .action(async (words: string[], options: SearchOptions) => {
      const query = words.join(' ')
      const scope = scopeOf(options.scope)
      const limit = (otherwise: number, most: number) =>
        Math.min(most, options.limit === undefined ? otherwise : Math.max(1, parseCount(options.limit, '--limit')))
      await cli.withApp({}, async (app) => {
        // What an older version wrote may not be in the index yet.
        await app.search.ready()
        if (options.buckets) {
          const hits = await app.search.buckets({ query, limit: limit(5, 50) })
          printValue(cli.out(), hits, listed(hits.map(bucketText)))
        } else {
          const hits = await app.search.continuum({ query, scope, limit: limit(20, 200) })
          const nearest = hits.length === 0 ? await app.search.nearest({ query, limit: 3 }) : []
          printValue(cli.out(), hits, hits.length === 0 ? nothing(nearest) : listed(hits.map(hitText)))
        }
      })
    })
}

/** @throws CatchmentError `bad_request` */
function scopeOf(written: string): SearchScope {
  const scope = SEARCH_SCOPES.find((s) => s === written)
  if (!scope)
    throw new CatchmentError('bad_request', `--scope is one of ${SEARCH_SCOPES.join(', ')}, not “${written}”.`)
  return scope
}

const listed = (entries: readonly string[]): string => (entries.length === 0 ? '(nothing found)' : entries.join('\n\n'))

/** Nothing was said of it: the topics that come nearest, if there are any. */
function nothing(nearest: readonly NearestTopic[]): string {
  const topics = nearest.map(({ bucket }) => `      ${bucket.title} (${bucket.id})`)
  return ['(nothing found)', ...(topics.length === 0 ? [] : ['The nearest topics:', ...topics])].join('\n')
}

function hitText(hit: SearchHit): string {
  const where = hit.bucketTitle === null ? '' : ` · ${hit.bucketTitle}`
  const who = hit.author === null ? '' : ` · ${hit.author}`
  const branch = hit.onOtherBranch ? ' · on another branch' : ''
  const title = hit.title ? `${hit.title}: ` : ''
  return `${hit.score.toFixed(2)}  ${hit.ts.slice(0, 16).replace('T', ' ')}${who}${where}${branch}  [${hit.kind} ${hit.id}]\n      ${title}${marked(hit.snippet)}`
}

function bucketText({ bucket, score, snippet }: BucketHit): string {
  const { title, id, status, messages, lastActive } = bucket
  const facts = [status, `${messages} ${messages === 1 ? 'message' : 'messages'}`, lastActive.slice(0, 10)].join(', ')
  return `${score.toFixed(2)}  ${title} (${id}): ${facts}\n      ${marked(snippet)}`
}

/** Matches in brackets, as a terminal without colours can show them. */
function marked({ text, highlights }: SearchSnippet): string {
  let out = ''
  let at = 0
  for (const [start, end] of highlights) {
    out += `${text.slice(at, start)}[${text.slice(start, end)}]`
    at = end
  }
  return out + text.slice(at)
}
