import type { ChosenFile, ImportPreview, ImportResult } from '@shared/contract/transfer'
import type { JobId } from '@shared/ids'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, RequestFailure } from '../app/ask'
import { percent } from '../app/format'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'
import { Dialog, DialogActs } from '../ui/dialog'
import { PassphraseForm } from '../ui/passphrase'
import { Progress } from '../ui/progress'
import { Trouble } from '../ui/trouble'
import { ImportLook } from './import-look'
import { ImportOutcome } from './import-outcome'
import { useImportJob } from './use-import-job'

/** From a chosen or dropped file to what came of it: a look at what is in it first, then the import, then its result. */
export function ImportDialog({ file: chosen, onClose }: { file: ChosenFile; onClose: () => void }) {
  const { t } = useTranslation()
  // what was opened of a file behind a passphrase takes its place
  const [file, setFile] = useState(chosen)
  const unlock = useMutation({
    mutationFn: (passphrase: string) => ask('transfer.open', { token: chosen.token, passphrase }),
    onSuccess: setFile,
    // said where it was typed
    meta: { quiet: true },
  })
  const [job, setJob] = useState<JobId | null>(null)
  const look = useQuery({
    queryKey: ['transfer.preview', file.token],
    queryFn: () => ask('transfer.preview', { token: file.token }),
    enabled: job === null,
    retry: false,
    gcTime: 0,
  })
  return (
    <Dialog title={t('import.of', { name: file.name })} width={560} onClose={onClose}>
      {job !== null ? (
        <Running job={job} onClose={onClose} />
      ) : isSealed(look.error) ? (
        <PassphraseForm
          failure={unlock.error?.message ?? null}
          busy={unlock.isPending}
          onOpen={unlock.mutate}
          onCancel={onClose}
        />
      ) : look.isError ? (
        <Trouble error={look.error} onRetry={() => void look.refetch()} />
      ) : look.data ? (
        <Look file={file} preview={look.data} onStart={setJob} onClose={onClose} />
      ) : (
        <div className="grid gap-2 py-2" role="status">
          <p className="text-soft">{t('import.looking')}</p>
          <Progress value={null} label={t('import.looking')} />
        </div>
      )}
    </Dialog>
  )
}

const isSealed = (error: Error | null): boolean => error instanceof RequestFailure && error.code === 'wrong_passphrase'

interface LookProps {
  file: ChosenFile
  preview: ImportPreview
  onStart: (job: JobId) => void
  onClose: () => void
}

function Look({ file, preview, onStart, onClose }: LookProps) {
  const { t } = useTranslation()
  const asked = preview.speakers.length > 1
  const [me, setMe] = useState<readonly string[]>([])
  const start = useAct('transfer.start', ({ jobId }) => onStart(jobId))
  return (
    <>
      <ImportLook preview={preview} me={asked ? me : null} onMe={setMe} />
      <DialogActs>
        <Button tone="quiet" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          tone="go"
          disabled={start.isPending || preview.read === 0}
          onClick={() => start.mutate({ token: file.token, me: asked ? [...me] : null })}
        >
          {t('import.start', { count: preview.read - preview.known })}
        </Button>
      </DialogActs>
    </>
  )
}

function Running({ job, onClose }: { job: JobId; onClose: () => void }) {
  const { t } = useTranslation()
  const { progress, detail, isStored, left, result } = useImportJob(job)
  const cancel = useAct('jobs.cancel')
  if (result) return <Ended result={result} onClose={onClose} />
  return (
    <>
      <div className="grid gap-2 py-1" role="status">
        <Progress value={progress} label={t('import.running')} />
        <p className="flex justify-between gap-3 text-list text-soft tabular">
          <span className="min-w-0 truncate">{detail || t('import.running')}</span>
          <span className="flex-none">
            {[progress === null ? '' : percent(progress), left].filter(Boolean).join(' · ')}
          </span>
        </p>
        {isStored ? <p className="text-list text-soft">{t('import.readable')}</p> : null}
      </div>
      <DialogActs>
        <Button tone="quiet" onClick={() => cancel.mutate({ jobId: job })}>
          {t('import.stop')}
        </Button>
        <Button onClick={onClose}>{t('import.behind')}</Button>
      </DialogActs>
    </>
  )
}

function Ended({ result, onClose }: { result: ImportResult; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <ImportOutcome result={result} />
      <DialogActs>
        <Button tone="go" onClick={onClose}>
          {t('import.toBuckets')}
        </Button>
      </DialogActs>
    </>
  )
}
