import { shortestMinutes } from '../segments/threshold'
import type { App } from './create-app'
import { Scheduler } from './scheduler'

const MINUTE = 60_000

/** The built-in upkeep of a running app: what is due at start-up, at its period and after sleep. */
export function createUpkeep(app: App): Scheduler {
  return new Scheduler(
    [
      {
        name: 'segment timeouts',
        /** Read at every look: the threshold may be changed while the app runs. */
        get everyMs() {
          return timeoutCheckMs(app)
        },
        run: () => app.segments.checkTimeouts(),
      },
      { name: 'downstream work', everyMs: 5 * MINUTE, run: () => app.segments.drain() },
      { name: 'segment archive', everyMs: 60 * MINUTE, run: () => app.segments.archive() },
      { name: 'janitor', everyMs: MINUTE, run: async () => void (await app.janitor.runIfDue()) },
    ],
    app.clock,
    (task, error) => app.log.error({ err: error, task }, 'upkeep failed'),
  )
}

/** Every five minutes (01-domain, Segment), oftener where the threshold itself is shorter. */
function timeoutCheckMs(app: App): number {
  return Math.min(5 * MINUTE, (shortestMinutes(app.settings.get()) * MINUTE) / 2)
}
