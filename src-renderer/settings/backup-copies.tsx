import type { RequestOutput } from '@shared/contract'
import type { BackupView } from '@shared/contract/backups'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../app/ask'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { PassphraseForm, type Sealing, SealingFields } from '../ui/passphrase'
import { say } from '../ui/toast-store'

/** One backup into one file, behind a passphrase if the person wants. */
export function KeepCopy({ backup, onClose }: { backup: BackupView; onClose: () => void }) {
  const { t } = useTranslation()
  const [sealing, setSealing] = useState<Sealing>(null)
  const save = useAct('backups.saveCopy', (saved) => {
    if (!saved) return
    say(t('backups.copySaved'))
    onClose()
  })
  return (
    <fieldset aria-label={t('backups.copy')} className="mt-2 grid gap-2.5 rounded-xl border border-line px-3.5 py-3">
      <p className="text-meta text-faint">{t('backups.copyText')}</p>
      <SealingFields onChange={setSealing} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          tone="go"
          disabled={save.isPending || sealing === ''}
          onClick={() => save.mutate({ id: backup.id, passphrase: sealing })}
        >
          {t(save.isPending ? 'backups.savingCopy' : 'backups.saveCopy')}
        </Button>
      </div>
    </fieldset>
  )
}

type Copy = NonNullable<RequestOutput<'backups.chooseCopy'>>

/** The way back of such a file: chosen, opened if it is behind a passphrase, verified. */
export function TakeCopy() {
  const { t } = useTranslation()
  const [sealed, setSealed] = useState<Copy | null>(null)
  const taken = (): void => {
    say(t('backups.taken'))
    setSealed(null)
  }
  const take = useAct('backups.takeCopy', taken)
  const choose = useAct('backups.chooseCopy', (copy) => {
    if (!copy) return
    if (copy.sealed) setSealed(copy)
    else take.mutate({ token: copy.token, passphrase: null })
  })
  return (
    <>
      <Button disabled={choose.isPending || take.isPending} onClick={() => choose.mutate(undefined)}>
        {t(take.isPending ? 'backups.takingIn' : 'backups.take')}
      </Button>
      {sealed ? <OpenCopy copy={sealed} onTaken={taken} onClose={() => setSealed(null)} /> : null}
    </>
  )
}

function OpenCopy({ copy, onTaken, onClose }: { copy: Copy; onTaken: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const take = useMutation({
    mutationFn: (passphrase: string) => ask('backups.takeCopy', { token: copy.token, passphrase }),
    onSuccess: onTaken,
    // said where it was typed
    meta: { quiet: true },
  })
  return (
    <Dialog title={t('backups.takeOf', { name: copy.name })} width={460} onClose={onClose}>
      <PassphraseForm
        failure={take.error?.message ?? null}
        busy={take.isPending}
        onOpen={take.mutate}
        onCancel={onClose}
      />
    </Dialog>
  )
}
