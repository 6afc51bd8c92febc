import type { HeartbeatTaskDetail, HeartbeatTaskId } from '@shared/contract/heartbeat'
import { type BucketId, isMisc } from '@shared/ids'
import { formOf, readSchedule } from '@shared/schedule'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { useAct } from '../app/use-act'
import { useView } from '../app/view'
import { sectionOf } from '../buckets/sections'
import { useBucketMap } from '../buckets/use-buckets'
import { Button } from '../ui/button'
import { Dialog, DialogActs } from '../ui/dialog'
import { Select, TextArea, TextInput } from '../ui/field'
import { Skeleton } from '../ui/skeleton'
import { say } from '../ui/toast-store'
import { Trouble } from '../ui/trouble'
import { NextRuns } from './next-runs'
import { ScheduleFields } from './schedule-fields'

interface TaskDialogProps {
  /** Null: a new one. */
  task: HeartbeatTaskId | null
  onClose: () => void
}

/** Asks for everything a task is: what, when and where to. */
export function TaskDialog({ task, onClose }: TaskDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t(task === null ? 'task.newTitle' : 'task.editTitle')}
      description={t('task.description')}
      width={520}
      onClose={onClose}
    >
      {task === null ? <TaskForm before={null} onClose={onClose} /> : <Loaded task={task} onClose={onClose} />}
    </Dialog>
  )
}

/** Its definition is read now that somebody wants to see it. */
function Loaded({ task, onClose }: { task: HeartbeatTaskId; onClose: () => void }) {
  const { t } = useTranslation()
  const detail = useQuery({
    ...asking('heartbeat.open', { taskId: task }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (detail.isError) return <Trouble error={detail.error} onRetry={() => void detail.refetch()} />
  if (!detail.data) return <Skeleton lines={5} label={t('common.loading')} />
  return <TaskForm before={detail.data} onClose={onClose} />
}

function TaskForm({ before, onClose }: { before: HeartbeatTaskDetail | null; onClose: () => void }) {
  const { t } = useTranslation()
  const buckets = useChoice(before?.task.bucketId ?? null)
  const thread = useView((view) => view.bucket)
  const [name, setName] = useState(before?.task.name ?? '')
  const [prompt, setPrompt] = useState(before?.prompt ?? '')
  const [schedule, setSchedule] = useState(before?.task.schedule ?? '0 8 * * *')
  const [form, setForm] = useState(() => formFor(before?.task.schedule ?? '0 8 * * *'))
  const [chosen, setChosen] = useState<BucketId | null>(before?.task.bucketId ?? thread)
  const bucketId = buckets.find((b) => b.id === chosen)?.id ?? buckets[0]?.id ?? null
  const id = useId()
  const done = (): void => {
    say(t(before ? 'task.saved' : 'task.made', { name: name.trim() }))
    onClose()
  }
  const add = useAct('heartbeat.add', done)
  const edit = useAct('heartbeat.edit', done)
  const ready = name.trim() !== '' && prompt.trim() !== '' && bucketId !== null && readSchedule(schedule) !== null
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!ready) return
    const fields = { name: name.trim(), prompt: prompt.trim(), schedule, bucketId }
    if (before) edit.mutate({ taskId: before.task.id, ...fields })
    else add.mutate(fields)
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <Field label={t('task.name')} id={`${id}-name`}>
        <TextInput
          id={`${id}-name`}
          autoFocus
          value={name}
          maxLength={120}
          dir="auto"
          placeholder={t('task.namePlaceholder')}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label={t('task.prompt')} id={`${id}-prompt`}>
        <TextArea
          id={`${id}-prompt`}
          value={prompt}
          maxLength={50_000}
          rows={3}
          dir="auto"
          className="max-h-48 min-h-16"
          placeholder={t('task.promptPlaceholder')}
          onChange={(event) => setPrompt(event.target.value)}
        />
      </Field>
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-list font-medium">{t('task.when')}</legend>
        <ScheduleFields
          schedule={schedule}
          form={form}
          onChange={(written, next) => {
            setSchedule(written)
            setForm(next)
          }}
        />
        <NextRuns schedule={schedule} />
      </fieldset>
      <Field label={t('task.bucket')} id={`${id}-bucket`}>
        <Select
          id={`${id}-bucket`}
          value={bucketId ?? ''}
          disabled={buckets.length === 0}
          onChange={(event) => setChosen(buckets.find((b) => b.id === event.target.value)?.id ?? null)}
        >
          {buckets.map((bucket) => (
            <option key={bucket.id} value={bucket.id}>
              {bucket.title}
            </option>
          ))}
        </Select>
        <span className="text-meta text-faint">{t(buckets.length === 0 ? 'task.noBuckets' : 'task.bucketText')}</span>
      </Field>
      <DialogActs>
        <Button tone="quiet" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button tone="go" type="submit" disabled={!ready || add.isPending || edit.isPending}>
          {t(before ? 'task.save' : 'task.make')}
        </Button>
      </DialogActs>
    </form>
  )
}

function Field({ label, id, children }: { label: string; id: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-list font-medium">
        {label}
      </label>
      {children}
    </div>
  )
}

/** Buckets that can be posted into, the ones that were active last first. */
function useChoice(always: BucketId | null) {
  const buckets = useBucketMap()
  return useMemo(
    () =>
      [...buckets.values()]
        .filter((b) => b.id === always || (sectionOf(b) !== null && !isMisc(b.id)))
        .sort((a, b) => Date.parse(b.lastActive) - Date.parse(a.lastActive)),
    [buckets, always],
  )
}

const formFor = (written: string) => {
  const schedule = readSchedule(written)
  return schedule ? formOf(schedule).form : 'cron'
}
