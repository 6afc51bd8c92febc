/**
 * `window`: the time between two frames while a reply streams, first while the conversation is scrolled and then while somebody types,
 * in real Electron on a large store. Both are done once more with Chromium's own record of what the main thread did in each frame and
 * what was drawn beside it, so that a machine without a graphics card can be told from a slow window. `--trace FILE` keeps that record.
 */
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright'
import { z } from 'zod'
import { type Bench, count } from './bench'
import { percentile } from './percentile'
import { hasScreen, withCatchment } from './startup-electron'
import { sizeOf, withGeneratedStore } from './stores'
import { readTrace, type TraceSummary, traceEvent } from './window-trace'

/** A quick local model writes so fast. */
const TOKEN_MS = 20
const KEY_MS = 60
const WHEEL_MS = 16

/** Everything a reply can be made of, over and over: headings, lists, a table, code, a formula. */
const REPLY = `## A plan for the garden

The bed in the north gets **four hours** of sun, so it suits lettuce, spinach and mint; see the table.

| plant | weeks | water |
| --- | --- | --- |
| lettuce | 8 | daily |
| spinach | 6 | every other day |

1. Turn the soil and mix in compost.
2. Sow in rows of \`25 cm\`.

\`\`\`python
def rows(width: int, gap: int = 25) -> list[int]:
    return [at for at in range(0, width, gap)]
\`\`\`

The area is $w \\times h$, and nothing of it is wasted.

`

export const windowBench: Bench = {
  summary: 'frames while a reply streams, scrolling and typing, in real Electron at 100,000 messages',
  async run(options, say) {
    if (!hasScreen()) throw new Error('there is no screen: run it as `xvfb-run -a npm run bench -- window`')
    const given = options.extra.store
    const partMs = count(options, 'seconds', 6) * 1000
    const measure = (store: string) => frames(store, partMs, options.extra.trace)
    const { scrolling, typing, traced } = await (given === undefined
      ? withGeneratedStore(sizeOf(count(options, 'messages', 100_000)), say, measure)
      : measure(given))
    for (const [part, { times, keys }] of Object.entries({ scrolling, typing })) {
      const { p50, p95, p99, most } = summary(times)
      say(`${part}: ${times.length} frames, p50 ${p50} p95 ${p95} p99 ${p99} most ${most} ms`)
      if (keys.length > 0) say(`  from a key to its frame: p50 ${summary(keys).p50} p95 ${summary(keys).p95} ms`)
    }
    for (const [part, { main, perSecond }] of Object.entries(traced)) {
      const { p50, p95, most } = summary(main)
      say(`${part}, traced: main thread in a frame p50 ${p50} p95 ${p95} most ${most} ms; ms a second:`)
      say(
        `  ${Object.entries(perSecond)
          .map(([what, ms]) => `${what} ${Math.round(ms)}`)
          .join(', ')}`,
      )
    }
    return {
      frame_p95_ms: summary([...scrolling.times, ...typing.times]).p95,
      scrolling_p95_ms: summary(scrolling.times).p95,
      scrolling_most_ms: summary(scrolling.times).most,
      typing_p95_ms: summary(typing.times).p95,
      typing_most_ms: summary(typing.times).most,
      key_p95_ms: summary(typing.keys).p95,
      main_p95_ms: summary([...traced.scrolling.main, ...traced.typing.main]).p95,
      main_most_ms: summary([...traced.scrolling.main, ...traced.typing.main]).most,
    }
  },
}

interface Frames {
  /** Milliseconds from one frame to the next. */
  times: number[]
  /** Milliseconds from a key until the frame in which its letter stands. */
  keys: number[]
}

interface Found {
  scrolling: Frames
  typing: Frames
  /** The same once more, recorded: what recording costs is not in the frames above. */
  traced: { scrolling: TraceSummary; typing: TraceSummary }
}

async function frames(store: string, partMs: number, traceFile: string | undefined): Promise<Found> {
  const model = await endlessModel()
  try {
    return await withCatchment(store, async ({ page }) => {
      const composer = page.locator('#composer')
      await composer.waitFor({ timeout: 60_000 })
      await choose(page, model.url)
      await composer.fill('What shall I plant in the garden this spring?')
      await composer.press('Enter')
      await page.locator('article[aria-busy="true"] table').first().waitFor({ timeout: 60_000 })
      const scrolling = await watched(page, () => scroll(page, partMs))
      await page.mouse.wheel(0, 1_000_000)
      const typing = await watched(page, () => type(page, partMs))
      const cdp = await page.context().newCDPSession(page)
      const recorded = [await recording(cdp, traceFile !== undefined, () => scroll(page, partMs))]
      await page.mouse.wheel(0, 1_000_000)
      recorded.push(await recording(cdp, traceFile !== undefined, () => type(page, partMs)))
      if (traceFile !== undefined) await writeFile(traceFile, JSON.stringify({ traceEvents: recorded.flat() }))
      await page.getByRole('button', { name: 'Stop the reply' }).click()
      const [scrolled = [], typed = []] = recorded.map((events) => z.array(traceEvent).parse(events))
      return { scrolling, typing, traced: { scrolling: readTrace(scrolled), typing: readTrace(typed) } }
    })
  } finally {
    await model.close()
  }
}

/** Up through what was said, as with a wheel that is turned steadily. */
async function scroll(page: Page, partMs: number): Promise<void> {
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
  await page.mouse.move(width / 2, height / 2)
  const until = performance.now() + partMs
  while (performance.now() < until) {
    await page.mouse.wheel(0, -120)
    await pause(WHEEL_MS)
  }
}

async function type(page: Page, partMs: number): Promise<void> {
  await page.locator('#composer').focus()
  const words = 'And what of the bed beside the wall, where the old roses were? '
  const until = performance.now() + partMs
  for (let at = 0; performance.now() < until; at++) {
    await page.keyboard.type(words[at % words.length] ?? ' ')
    await pause(KEY_MS)
  }
}

/** Counts the frames while `act` is done. */
async function watched(page: Page, act: () => Promise<void>): Promise<Frames> {
  const watch = await page.evaluateHandle(() => {
    const times: number[] = []
    const keys: number[] = []
    let last = performance.now()
    let running = true
    const onFrame = (now: number): void => {
      times.push(now - last)
      last = now
      if (running) requestAnimationFrame(onFrame)
    }
    requestAnimationFrame(onFrame)
    const onKey = (event: KeyboardEvent): void => {
      requestAnimationFrame(() => keys.push(performance.now() - event.timeStamp))
    }
    addEventListener('keydown', onKey, true)
    return {
      end() {
        running = false
        removeEventListener('keydown', onKey, true)
        // the first is the way to the first frame
        return { times: times.slice(1), keys }
      },
    }
  })
  await act()
  return watch.evaluate((watching) => watching.end())
}

/** What Chromium did while `act` was done. */
async function recording(cdp: CDPSession, isKept: boolean, act: () => Promise<void>): Promise<unknown[]> {
  const events: unknown[] = []
  const collect = ({ value }: { value: unknown[] }): void => void events.push(...value)
  cdp.on('Tracing.dataCollected', collect)
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'devtools.timeline',
        'devtools.timeline.frame',
        'disabled-by-default-devtools.timeline',
        'blink.user_timing',
        // who did it, function by function: it makes everything slower, so only where the record is kept
        ...(isKept ? ['v8.execute', 'disabled-by-default-v8.cpu_profiler'] : []),
      ],
    },
  })
  await act()
  const ended = new Promise<void>((done) => cdp.once('Tracing.tracingComplete', () => done()))
  await cdp.send('Tracing.end')
  await ended
  cdp.off('Tracing.dataCollected', collect)
  return events
}

async function choose(page: Page, baseUrl: string): Promise<void> {
  const endpoint = await request<{ id: string }>(page, 'models.addEndpoint', {
    name: 'Benchmark',
    baseUrl,
    model: 'endless',
    confirmedRemote: false,
  })
  await request(page, 'models.select', { id: endpoint.id })
}

async function request<T>(page: Page, name: string, input: unknown): Promise<T> {
  const answer = await page.evaluate(
    ([asked, given]): Promise<unknown> => {
      const bridge: unknown = Reflect.get(window, 'catchment')
      if (typeof bridge !== 'object' || bridge === null) throw new Error('The bridge is missing.')
      return Reflect.apply(Reflect.get(bridge, 'request'), undefined, [asked, given])
    },
    [name, input] as const,
  )
  const { ok, data, error } = answer as { ok: boolean; data: T; error?: { message: string } }
  if (!ok) throw new Error(`${name}: ${error?.message}`)
  return data
}

/** A server of OpenAI's protocol whose answer goes on until it is stopped. */
async function endlessModel(): Promise<{ url: string; close(): Promise<void> }> {
  const pieces = REPLY.match(/\s*\S+|\s+$/g) ?? []
  const server = createServer((asked, answer) => {
    if (asked.method === 'GET') {
      answer.setHeader('content-type', 'application/json')
      answer.end(JSON.stringify({ object: 'list', data: [{ id: 'endless', object: 'model' }] }))
      return
    }
    asked.resume()
    answer.setHeader('content-type', 'text/event-stream')
    let at = 0
    const chunk = (): void => {
      const content = pieces[at % pieces.length]
      at += 1
      const delta = {
        id: 'x',
        object: 'chat.completion.chunk',
        created: 0,
        model: 'endless',
        choices: [{ index: 0, delta: { content }, finish_reason: null }],
      }
      answer.write(`data: ${JSON.stringify(delta)}\n\n`)
    }
    const timer = setInterval(chunk, TOKEN_MS)
    answer.on('close', () => clearInterval(timer))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: () => {
      server.closeAllConnections()
      return new Promise((closed) => server.close(() => closed()))
    },
  }
}

function summary(values: readonly number[]) {
  const round = (ms: number): number => Math.round(ms * 10) / 10
  const at = (share: number): number => round(percentile([...values], share))
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), most: round(Math.max(0, ...values)) }
}
