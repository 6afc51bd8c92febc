/**
 * A process of its own that closes a segment on a store in a folder and kills itself at a named step: the test's, no part
 * of the product. Arguments: folder, profile, step (`none` to live), time in milliseconds.
 */
import type { EventBus } from '../../app/bus'
import { profileClient } from '../../store/client'
import { type OpenStore, openStore } from '../../store/database'
import type { Store } from '../../store/protocol'
import { serve } from '../../store/serve'
import { openSegments } from './fixture'

const [, , storeDir = '', profile = 'default', step = 'none', at = '0'] = process.argv

/** Nothing is flushed, closed or unlocked. */
function die(): void {
  process.kill(process.pid, 'SIGKILL')
}

const hit = (name: string): void => {
  if (step === name) die()
}

/** The store as the product sees it; dies before or after the transaction of a method, `before:segments.claim`. */
function dyingStore(open: OpenStore, userId: string): Store {
  let id = 1
  return profileClient(async (repository, method, args) => {
    hit(`before:${repository}.${method}`)
    const response = await serve(open, { id: id++, kind: 'call', userId, repository, method, args })
    hit(`after:${repository}.${method}`)
    if (response.ok) return response.data
    throw new Error(response.error.message)
  })
}

function dieAtEvents(bus: EventBus): void {
  bus.on('segment.timeout', () => hit('event:segment.timeout'))
  bus.on('segment.collapsed', () => hit('event:segment.collapsed'))
  bus.on('manifest.updated', () => hit('event:manifest.updated'))
}

async function main(): Promise<void> {
  const open = await openStore({ storeDir, program: 'a test' })
  const store = dyingStore(open, await open.ensureProfile(profile))
  const world = await openSegments(store)
  world.clock.set(Number(at))
  dieAtEvents(world.bus)
  world.embedder.meanwhile = async () => hit('embedding')
  world.world.extract = async (segment) => {
    hit('before:extraction')
    await store.preferences.set(`memories of ${segment.id}`, segment.synopsis, world.clock.now())
    hit('after:extraction')
  }
  const service = world.open()
  // As the product starts: what is cut off first, then what is due.
  await service.drain()
  await service.checkTimeouts()
  await service.close()
  await open.close()
}

// Keeps the loop from running empty while the database opens: see store/worker.ts.
const alive = setInterval(() => undefined, 60_000)
await main().finally(() => clearInterval(alive))
