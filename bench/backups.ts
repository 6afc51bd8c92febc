/** `backups`: what a week of daily backups takes on the disk, of a store in daily use. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bench, count } from './bench'
import { seeded } from './fit/random'
import { LIFE_ENDS, sizeOf, spoken, withGeneratedStore } from './stores'
import { withWorld } from './world'

const DAY = 86_400_000
const MINUTE = 60_000
const DAYS = 7

export const backups: Bench = {
  summary: 'the disk that a week of daily backups takes',
  async run(options, say) {
    const messages = count(options, 'messages', 100_000)
    const turns = count(options, 'turns', 40)
    const measure = (storeDir: string): Promise<Record<string, number>> =>
      withWorld({ storeDir, at: LIFE_ENDS + 12 * 60 * MINUTE }, async ({ app, clock }) => {
        const sentences = spoken(sizeOf(messages), seeded(7))
        const took: number[] = []
        const made = async (): Promise<number> => {
          const begun = performance.now()
          await app.backups.daily()
          took.push(performance.now() - begun)
          return app.backups.state().bytes
        }
        const one = await made()
        say(`one backup of ${messages} messages: ${mb(one)}`)
        let bytes = one
        for (let day = 1; day <= DAYS; day++) {
          for (let turn = 0; turn < turns; turn++) {
            clock.set(clock.now() + 3 * MINUTE)
            await (await app.conversation.send({ text: sentences.question() })).done
          }
          clock.set(clock.now() + DAY - turns * 3 * MINUTE)
          await app.segments.checkTimeouts()
          bytes = await made()
          say(`after day ${day}: ${mb(bytes)}, ${(bytes / one).toFixed(2)} × one`)
        }
        const all = app.backups.state().backups
        return {
          one_bytes: one,
          week_bytes: bytes,
          ratio: bytes / one,
          backups: all.length,
          verified: all.filter((backup) => backup.verified).length,
          slowest_ms: Math.max(...took),
          turns_a_day: turns,
        }
      })
    const { store } = options.extra
    if (store === undefined) return withGeneratedStore(sizeOf(messages), say, measure)
    const copy = await mkdtemp(join(tmpdir(), 'catchment-store-'))
    try {
      await cp(store, copy, { recursive: true })
      return await measure(copy)
    } finally {
      await rm(copy, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

const mb = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
