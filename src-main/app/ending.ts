import type { Scheduler } from '../runtime/scheduler'
import type { App } from './create-app'

/**
 * Ends an open profile in order; its store stays open. The services are told first: an upkeep that asks a model for
 * minutes hears of the end from them, and is waited for only then, so that nothing of it reaches the store later.
 * @param recovered resolves when what a crash had cut off was made good, or was given up
 */
export async function endProfile(
  app: Pick<App, 'leave'>,
  upkeep: Pick<Scheduler, 'stop'>,
  recovered: Promise<unknown>,
): Promise<void> {
  const quiet = upkeep.stop()
  await app.leave()
  await quiet
  await recovered
}
