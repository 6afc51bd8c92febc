/**
 * A process of its own that talks, closes the segment and kills itself at a named step: the test's, no part of the product.
 * Arguments: folder, number of the first and the last talk, step (`none` to live). What an earlier process left is taken up
 * first, as the product does at its start.
 */
import { turnId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import { profileClient } from '../../store/client'
import { openStore } from '../../store/database'
import type { Store } from '../../store/protocol'
import { serve } from '../../store/serve'
import { newMessage } from '../../store/testing/samples'
import { HOUR, MINUTE, openSegments, START } from './fixture'
import { talkOf } from './talk'

const [, , storeDir = '', first = '0', last = '0', step = 'none'] = process.argv
let armed = false

/** Nothing is flushed, closed or unlocked. */
function hit(name: string): void {
  if (armed && step === name) process.kill(process.pid, 'SIGKILL')
}

async function main(): Promise<void> {
  const open = await openStore({ storeDir, program: 'a test' })
  const userId = await open.ensureProfile('default')
  let id = 1
  const store = profileClient(async (repository, method, args) => {
    hit(`before ${repository}.${method}`)
    const response = await serve(open, { id: id++, kind: 'call', userId, repository, method, args })
    hit(`after ${repository}.${method}`)
    if (response.ok) return response.data
    throw new Error(response.error.message)
  })
  const world = await openSegments(store)
  for (const event of ['segment.timeout', 'segment.collapsed', 'manifest.updated'] as const) {
    world.bus.on(event, () => hit(`at ${event}`))
  }
  world.embedder.meanwhile = async () => hit('while embedding')
  world.world.extract = async (segment) => {
    hit('before extraction')
    await store.preferences.set(`memories of ${segment.id}`, segment.synopsis, world.clock.now())
    hit('after extraction')
  }
  const service = world.open()
  for (let talk = Number(first); talk <= Number(last); talk++) {
    const at = START + talk * 10 * HOUR
    world.clock.set(at)
    await service.drain()
    await service.checkTimeouts()
    await talkOf(store, talk, at)
    armed = talk === Number(last)
    if (step === 'while a reply is written' && armed) await beginReply(store, at + 4 * MINUTE)
    await world.directory.load()
    // Closed by hand: the operation stands, the collapse is left to the next start.
    if (armed && step === 'after operations.apply') {
      world.clock.set(at + 5 * MINUTE)
      await service.closeNow()
    }
    world.clock.set(at + 2 * HOUR + MINUTE)
    await service.checkTimeouts()
  }
  await service.close()
  await open.close()
}

/** A turn whose reply has begun to arrive: half a second later it would have been saved once more. */
async function beginReply(into: Store, at: number): Promise<void> {
  const turn = turnId.parse(uuidv7())
  await into.turns.begin({
    message: newMessage('Which lead was the red one?', at),
    turnId: turn,
    modelId: 'a model',
    timeoutMs: HOUR,
  })
  await into.turns.savePartial({ turnId: turn, text: 'The third', raw: 'The third', at })
  hit('while a reply is written')
}

// Keeps the loop from running empty while the database opens: see store/worker.ts.
const alive = setInterval(() => undefined, 60_000)
await main().finally(() => clearInterval(alive))
