import type { HeartbeatTaskView } from '@shared/contract/heartbeat'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useView } from '../app/view'
import { Button } from '../ui/button'
import { Skeleton } from '../ui/skeleton'
import { Trouble } from '../ui/trouble'
import { heartbeatQuery } from './query'
import { TaskEntry } from './task-entry'

/** What runs by itself and when: the person's own tasks, and the upkeep of the product. */
export function HeartbeatPanel() {
  const { t } = useTranslation()
  const open = useView((view) => view.open)
  const list = useInfiniteQuery(heartbeatQuery)
  const [first] = list.data?.pages ?? []
  const own = list.data?.pages.flatMap((page) => page.personal) ?? []
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {list.isPending ? <Skeleton lines={6} label={t('common.loading')} /> : null}
        {list.isError ? <Trouble error={list.error} onRetry={() => void list.refetch()} /> : null}
        {first ? (
          <>
            {first.notice === null ? null : (
              <p role="status" dir="auto" className="px-3.5 pt-3 text-meta text-warn [overflow-wrap:anywhere]">
                {first.notice}
              </p>
            )}
            <Tasks heading={t('heartbeat.yours')} tasks={own}>
              {own.length === 0 ? <p className="px-3.5 py-2 text-list text-faint">{t('heartbeat.empty')}</p> : null}
              {list.hasNextPage ? (
                <Button
                  tone="quiet"
                  className="mx-2 my-1"
                  disabled={list.isFetchingNextPage}
                  onClick={() => void list.fetchNextPage()}
                >
                  {t('heartbeat.more', { count: first.total - own.length })}
                </Button>
              ) : null}
            </Tasks>
            <Tasks heading={t('heartbeat.upkeep')} tasks={first.builtin} />
          </>
        ) : null}
      </div>
      <footer className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2.5">
        <Button tone="go" onClick={() => open({ kind: 'task', task: null })}>
          {t('heartbeat.new')}
        </Button>
        {first && own.length > 0 ? (
          <span className="text-meta text-faint tabular" title={t('heartbeat.callsText')}>
            {t('heartbeat.calls', { today: first.calls.today, limit: first.calls.limit })}
          </span>
        ) : null}
      </footer>
    </>
  )
}

interface TasksProps {
  heading: string
  tasks: readonly HeartbeatTaskView[]
  children?: ReactNode
}

function Tasks({ heading, tasks, children }: TasksProps) {
  return (
    <section aria-label={heading}>
      <h2 className="px-3.5 pt-3 pb-0.5 text-meta font-semibold text-faint">{heading}</h2>
      {tasks.length > 0 ? (
        <ul>
          {tasks.map((task, index) => (
            <li key={task.id}>
              <TaskEntry task={task} first={index === 0} />
            </li>
          ))}
        </ul>
      ) : null}
      {children}
    </section>
  )
}
