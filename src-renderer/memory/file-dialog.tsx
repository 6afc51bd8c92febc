import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asking, keyOf } from '../app/ask'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'
import { Dialog, DialogActs } from '../ui/dialog'
import { TextArea } from '../ui/field'
import { Skeleton } from '../ui/skeleton'
import { say } from '../ui/toast-store'
import { Trouble } from '../ui/trouble'

/** The memory file as a whole, to be read and written into. */
export function FileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  // the text as it was when the dialog opened: what is written is compared with it, whatever became of the file meanwhile
  const file = useQuery({ ...asking('memoryFile.read', undefined), refetchOnMount: 'always' })
  return (
    <Dialog title={t('memoryFile.title')} description={t('memoryFile.text')} width={720} onClose={onClose}>
      {file.isError ? <Trouble error={file.error} onRetry={() => void file.refetch()} /> : null}
      {file.isFetchedAfterMount && file.data ? (
        <FileForm before={file.data.content} onClose={onClose} />
      ) : file.isError ? null : (
        <Skeleton lines={6} label={t('common.loading')} />
      )}
    </Dialog>
  )
}

function FileForm({ before, onClose }: { before: string; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  // keeps the first text: an event that comes while somebody writes must not take their words away
  const [start] = useState(before)
  const [text, setText] = useState(start)
  const write = useAct('memoryFile.write', (file) => {
    client.setQueryData(keyOf('memoryFile.read', undefined), file)
    say(file.notice ?? t('memoryFile.saved'))
    onClose()
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (text !== start) write.mutate({ content: text })
  }
  return (
    <form onSubmit={submit}>
      <TextArea
        autoFocus
        aria-label={t('memoryFile.title')}
        value={text}
        dir="auto"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        className="max-h-[min(560px,58vh)] min-h-48 w-full font-mono text-small! leading-[1.55]"
      />
      <DialogActs>
        <Button tone="quiet" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button tone="go" type="submit" disabled={text === start || write.isPending}>
          {t('memoryFile.save')}
        </Button>
      </DialogActs>
    </form>
  )
}
