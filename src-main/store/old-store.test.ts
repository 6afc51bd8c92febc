import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStore } from './database'
import { crashProgram } from './testing/crashing'
import { makeOldStore, OLD } from './testing/old-store'
import { testStoreOn } from './testing/store'

let storeDir: string
let program: Awaited<ReturnType<typeof crashProgram>>
beforeAll(async () => {
  storeDir = mkdtempSync(join(tmpdir(), 'catchment-old-'))
  program = await crashProgram('src-main/store/testing/crash-entry.ts')
  await makeOldStore(storeDir)
}, 300_000)
afterAll(() => {
  rmSync(storeDir, { recursive: true, force: true })
  program.remove()
})

it('a store of an old version that died twice in the middle of its migration opens with all that was in it, and holds together', async () => {
  for (const before of ['0', '4']) expect(await program.run(storeDir, before)).toEqual({ ended: 'SIGKILL', said: '' })
  const told: { step: string; share: number | null }[] = []
  const open = await openStore({ storeDir, program: 'a test', tell: (updating) => void told.push(updating) })
  const { store, close } = await testStoreOn(open)
  try {
    // A person who waits is told what is done.
    expect(told[0]).toEqual({ step: 'backup', share: null })
    expect(new Set(told.map((t) => t.step))).toEqual(new Set(['backup', 'schema', 'search']))
    const found = await store.verification.run()
    expect(found).toMatchObject({
      problems: [],
      counts: {
        messages: OLD.messages,
        segments: OLD.segments,
        buckets: OLD.buckets,
        operations: OLD.receipts,
        vectors: OLD.messages,
      },
    })
    expect((await store.memories.standing()).length).toBe(OLD.memories)
    const [receipt] = await store.operations.list({ limit: 1 })
    if (!receipt) throw new Error('there is no receipt')
    const undone = await store.operations.undo(receipt.id, Date.parse('2025-02-01'))
    expect(undone.buckets.map((b) => b.pinned)).toEqual([false])
  } finally {
    await close()
  }
}, 300_000)
