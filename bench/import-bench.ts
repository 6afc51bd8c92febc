/** `import`: a large export of another assistant, read without an embedding model: how fast, and in how much memory. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { type Bench, count } from './bench'
import { cpuMs } from './cpu-time'
import { LIFE_ENDS, life, type Stretch } from './stores/life'
import { withWorld } from './world'

const MEGABYTE = 2 ** 20
/** Messages of the life that the export is cut from; far more than any export holds. */
const ENDLESS = { messages: 1_000_000, segments: 30_000, buckets: 2_000, seed: 3 }

export const importBench: Bench = {
  summary: 'importing a generated export of 300 MB without embeddings',
  async run(options, say) {
    const bytes = count(options, 'kilobytes', count(options, 'megabytes', 300) * 1024) * 1024
    const folder = await mkdtemp(join(tmpdir(), 'catchment-import-'))
    try {
      const file = join(folder, options.extra.zip === undefined ? 'conversations.json' : 'export.zip')
      await (options.extra.zip === undefined
        ? pipeline(Readable.from(chatGptExport(bytes)), createWriteStream(file))
        : writeZip(file, chatGptExport(bytes)))
      // An id that no model has: nothing is embedded.
      return await withWorld({ at: LIFE_ENDS, overrides: { embeddingModel: 'none' } }, async ({ app }) => {
        const before = process.memoryUsage().rss
        let peak = before
        const sampler = setInterval(() => {
          peak = Math.max(peak, process.memoryUsage().rss)
        }, 50)
        const loop = monitorEventLoopDelay({ resolution: 5 })
        loop.enable()
        const begun = performance.now()
        const cpuBefore = cpuMs()
        const signal = new AbortController().signal
        const summary = await app.imports.run(file, { format: 'auto', signal, report: () => undefined })
        const seconds = (performance.now() - begun) / 1000
        loop.disable()
        clearInterval(sampler)
        const metrics = {
          messages_per_s: summary.new / seconds,
          rss_growth_mb: (peak - before) / MEGABYTE,
          main_stall_ms: loop.max / 1e6,
          cpu_ms_per_message: (cpuMs() - cpuBefore) / Math.max(1, summary.new),
          messages: summary.new,
        }
        say(`${summary.new} messages in ${seconds.toFixed(1)} s: ${metrics.messages_per_s.toFixed(0)} a second`)
        say(`CPU: ${metrics.cpu_ms_per_message.toFixed(2)} ms a message`)
        say(`memory grew by ${metrics.rss_growth_mb.toFixed(0)} MB to ${(peak / MEGABYTE).toFixed(0)} MB`)
        say(`longest stall of the main thread: ${metrics.main_stall_ms.toFixed(0)} ms`)
        return metrics
      })
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

/** As the program hands it out. */
async function writeZip(path: string, talks: Iterable<string>): Promise<void> {
  const zip = new ZipFile()
  zip.addReadStream(Readable.from(talks, { objectMode: false }), 'conversations.json')
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}

/** An export as ChatGPT writes it, a conversation for each segment of a life, of about this many bytes. */
function* chatGptExport(bytes: number): Generator<string> {
  let written = 0
  let number = 0
  for (const segment of life(ENDLESS)) {
    const text = (number === 0 ? '[' : ',\n') + JSON.stringify(conversation(number, segment))
    yield text
    number += 1
    written += Buffer.byteLength(text)
    if (written >= bytes) break
  }
  yield ']\n'
}

function conversation(number: number, segment: readonly Stretch[]) {
  const id = `conversation-${number}`
  const mapping: Record<string, object> = { [`${id}-root`]: { id: `${id}-root`, message: null, parent: null } }
  let parent = `${id}-root`
  for (const [i, { role, text, at }] of segment.flatMap((s) => s.messages).entries()) {
    const node = `${id}-${i}`
    const content = { content_type: 'text', parts: [text] }
    const message = { id: node, author: { role, metadata: {} }, create_time: at / 1000, content, recipient: 'all' }
    mapping[node] = { id: node, message, parent, children: [`${id}-${i + 1}`] }
    parent = node
  }
  return {
    title: segment[0]?.topic.title ?? '',
    create_time: (segment[0]?.messages[0]?.at ?? 0) / 1000,
    mapping,
    current_node: parent,
    conversation_id: id,
  }
}
