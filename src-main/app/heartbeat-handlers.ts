import type { App } from './create-app'
import type { Handlers } from './requests'

/** The heartbeat in the window: tasks, when they run, and what a person does with them. */
export function createHeartbeatHandlers({ heartbeat }: App) {
  return {
    'heartbeat.list': (page) => heartbeat.list(page),
    'heartbeat.open': ({ taskId }) => heartbeat.open(taskId),
    'heartbeat.preview': ({ schedule }) => ({ next: heartbeat.preview(schedule) }),
    'heartbeat.add': (input) => heartbeat.add(input),
    'heartbeat.edit': ({ taskId, ...input }) => heartbeat.edit(taskId, input),
    'heartbeat.remove': async ({ taskId }) => {
      await heartbeat.remove(taskId)
      return null
    },
    'heartbeat.pause': ({ taskId }) => heartbeat.pause(taskId),
    'heartbeat.resume': ({ taskId }) => heartbeat.resume(taskId),
    'heartbeat.run': ({ taskId }) => heartbeat.run(taskId),
    'heartbeat.metrics': () => heartbeat.metrics(),
  } satisfies Partial<Handlers>
}
