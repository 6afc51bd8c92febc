import { Scheduler } from '../runtime/scheduler'
import type { App } from './create-app'

/** The heartbeat of a running app: what is due at start-up, at its time and after sleep. */
export function createUpkeep(app: App): Scheduler {
  return new Upkeep(app)
}

class Upkeep extends Scheduler {
  constructor(private readonly app: App) {
    super(app.heartbeat.ticks(), app.clock, (task, error) => app.log.error({ err: error, task }, 'upkeep failed'))
  }

  override wake(): Promise<void> {
    this.app.heartbeat.wake()
    return super.wake()
  }
}
