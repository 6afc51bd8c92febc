import type { HeartbeatTaskView } from '@shared/contract/heartbeat'
import { useTranslation } from 'react-i18next'
import { ask } from '../app/ask'
import { useAct } from '../app/use-act'
import { useView } from '../app/view'
import type { MenuEntry } from '../ui/menu'
import { say } from '../ui/toast-store'
import { taskName } from './words'

/** What a person can do with a task. The list follows by `heartbeat.changed`. */
export function useTaskActs(task: HeartbeatTaskView) {
  const { t } = useTranslation()
  const open = useView((view) => view.open)
  const openBucket = useView((view) => view.openBucket)
  const name = taskName(task, t)
  const { id: taskId, bucketId } = task
  const run = useAct('heartbeat.run', () =>
    say(
      t('heartbeat.ran', { name }),
      bucketId ? { act: { label: t('heartbeat.look'), run: () => openBucket(bucketId) } } : {},
    ),
  )
  const pause = useAct('heartbeat.pause')
  const resume = useAct('heartbeat.resume')
  const remove = useAct('heartbeat.remove')

  /** Removed at once; the way back is to make the same task again. */
  const removeIt = async (): Promise<void> => {
    const { prompt } = await ask('heartbeat.open', { taskId })
    remove.mutate(
      { taskId },
      {
        onSuccess: () =>
          say(
            t('heartbeat.removed', { name }),
            bucketId
              ? {
                  act: {
                    label: t('heartbeat.bringBack'),
                    run: () => {
                      ask('heartbeat.add', { name: task.name, schedule: task.schedule, prompt, bucketId }).catch(told)
                    },
                  },
                }
              : {},
          ),
      },
    )
  }
  const told = (error: Error): void => say(error.message, { tone: 'error' })

  const entries = (): MenuEntry[] => [
    { label: t('heartbeat.run'), disabled: task.running, onSelect: () => run.mutate({ taskId }) },
    task.paused
      ? { label: t('heartbeat.resume'), onSelect: () => resume.mutate({ taskId }) }
      : { label: t('heartbeat.pause'), onSelect: () => pause.mutate({ taskId }) },
    ...(task.kind === 'builtin'
      ? []
      : [
          null,
          { label: t('heartbeat.edit'), onSelect: () => open({ kind: 'task', task: taskId }) },
          ...(bucketId ? [{ label: t('heartbeat.look'), onSelect: () => openBucket(bucketId) }] : []),
          null,
          { label: t('heartbeat.remove'), onSelect: () => void removeIt().catch(told) },
        ]),
  ]
  return {
    entries,
    busy: run.isPending || resume.isPending,
    run: () => run.mutate({ taskId }),
    resume: () => resume.mutate({ taskId }),
  }
}
