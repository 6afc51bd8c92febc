/** A small HTTP server that serves files with ranges, and misbehaves when told to. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** What to do with one request; the next request takes the next one, the last stays. */
type Behaviour =
  | { kind: 'serve' }
  | { kind: 'serve-without-ranges' }
  /**
   * Sends so many bytes of the body, then cuts the connection: a moment later, or as soon as the other side has `arrived` (what was
   * not read yet is lost with a connection).
   */
  | { kind: 'break-after'; bytes: number; arrived?: () => boolean }
  /** Sends so many bytes, then nothing, and keeps the connection open. */
  | { kind: 'stall-after'; bytes: number }
  | { kind: 'status'; status: number }
  | { kind: 'wrong-bytes' }
  | { kind: 'too-long' }
  | { kind: 'wrong-range' }
  /** Calls back after so many bytes, then goes on: to change the world meanwhile. */
  | { kind: 'pause-after'; bytes: number; meanwhile: () => Promise<void> }

export interface HubServer {
  readonly address: string
  /** Range header of each request in order, null without one. */
  readonly ranges: (string | null)[]
  readonly paths: string[]
  behave(...behaviours: Behaviour[]): void
  close(): Promise<void>
}

export async function startHubServer(files: ReadonlyMap<string, Buffer>): Promise<HubServer> {
  let plan: Behaviour[] = [{ kind: 'serve' }]
  const ranges: (string | null)[] = []
  const paths: string[] = []
  const server = createServer((request, response) => {
    ranges.push(request.headers.range ?? null)
    paths.push(request.url ?? '')
    const next = (plan.length > 1 ? plan.shift() : plan[0]) ?? { kind: 'serve' }
    const content = files.get(request.url ?? '')
    if (!content) return void response.writeHead(404).end()
    void answer(request, response, content, next)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    ranges,
    paths,
    behave(...behaviours) {
      plan = [...behaviours]
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  content: Buffer,
  behaviour: Behaviour,
): Promise<void> {
  if (behaviour.kind === 'status') return void response.writeHead(behaviour.status).end()
  const asked = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  const start = behaviour.kind === 'serve-without-ranges' ? 0 : asked
  const body = bodyOf(content.subarray(start), behaviour)
  const shown = behaviour.kind === 'wrong-range' ? start + 1 : start
  response.writeHead(start > 0 || behaviour.kind === 'wrong-range' ? 206 : 200, {
    'content-length': body.length,
    'content-type': request.url?.endsWith('/') ? 'text/html' : 'application/octet-stream',
    ...(start > 0 && { 'content-range': `bytes ${shown}-${content.length - 1}/${content.length}` }),
  })
  switch (behaviour.kind) {
    case 'break-after':
      response.write(body.subarray(0, behaviour.bytes))
      do await setTimeout(25)
      while (behaviour.arrived?.() === false)
      return void response.destroy()
    case 'stall-after':
      return void response.write(body.subarray(0, behaviour.bytes))
    case 'pause-after':
      response.write(body.subarray(0, behaviour.bytes))
      await behaviour.meanwhile()
      return void response.end(body.subarray(behaviour.bytes))
    default:
      return void response.end(body)
  }
}

function bodyOf(rest: Buffer, { kind }: Behaviour): Buffer {
  if (kind === 'wrong-bytes') return Buffer.from(rest.map((byte) => byte ^ 1))
  return kind === 'too-long' ? Buffer.concat([rest, Buffer.from('more')]) : rest
}
