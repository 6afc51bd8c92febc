import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keyName } from '../app/hotkeys'
import { useAct } from '../app/use-act'
import { useView } from '../app/view'
import { useFind } from '../chat/finding/find'
import { usePassing } from '../chat/passing/passing'
import { forgetSessionStart } from '../chat/session-start'
import { useCloseSegment } from '../manifest/use-close-segment'
import { useProfiles } from '../profiles/use-profiles'
import { useSettings } from '../settings/use-settings'
import { useImport } from '../transfer/use-import'
import { say } from '../ui/toast-store'

export interface PaletteAction {
  id: string
  label: string
  hint?: string
  run: () => void
}

/** Everything the window can do that is not done to one bucket. */
export function usePaletteActions(): PaletteAction[] {
  const { t } = useTranslation()
  const client = useQueryClient()
  const view = useView()
  const { settings, change } = useSettings()
  const tidy = useAct('janitor.tidy', (answer) => say(t('tidy.done', { count: answer.lines.length })))
  const close = useCloseSegment()
  const { chooseFile, chooseFolder } = useImport()
  const archive = useAct('transfer.archive')
  const restore = useAct('session.restore', () => {
    void client.invalidateQueries({ queryKey: ['conversation.context'] })
    void forgetSessionStart(client)
    say(t('context.restored'))
  })
  const { profiles, fixed, switchTo } = useProfiles()
  const isDark = document.documentElement.dataset.theme === 'dark'
  return [
    { id: 'everything', label: t('header.backToEverything'), hint: 'Esc', run: () => view.openBucket(null) },
    { id: 'newest', label: t('conversation.toNewest'), run: () => view.toEnd() },
    { id: 'manifest', label: t('palette.showManifest'), run: () => view.showTab('manifest') },
    { id: 'receipts', label: t('palette.showReceipts'), run: () => view.showTab('receipts') },
    { id: 'memory', label: t('palette.showMemory'), run: () => view.showTab('memory') },
    { id: 'add-memory', label: t('memory.addTitle'), run: () => view.open({ kind: 'new-memory' }) },
    { id: 'memory-file', label: t('memoryFile.title'), run: () => view.open({ kind: 'memory-file' }) },
    { id: 'heartbeat', label: t('palette.showHeartbeat'), run: () => view.showTab('heartbeat') },
    { id: 'new-task', label: t('palette.newTask'), run: () => view.open({ kind: 'task', task: null }) },
    {
      id: 'panel',
      label: t(view.panelOpen ? 'header.closePanel' : 'header.openPanel'),
      hint: keyName('J'),
      run: () => view.setPanel(!view.panelOpen),
    },
    { id: 'context', label: t('context.title'), run: () => view.open({ kind: 'context' }) },
    { id: 'restore', label: t('context.restore'), run: () => restore.mutate(undefined) },
    { id: 'tidy', label: t('tidy.now'), hint: '/tidy', run: () => tidy.mutate({ dryRun: false }) },
    { id: 'dry-run', label: t('tidy.dryRun'), run: () => view.open({ kind: 'dry-run' }) },
    { id: 'health', label: t('health.title'), hint: keyName('Shift H'), run: () => view.open({ kind: 'health' }) },
    { id: 'find', label: t('find.open'), hint: keyName('F'), run: () => useFind.getState().show() },
    { id: 'passing', label: t('passing.begin'), hint: keyName('Shift P'), run: () => usePassing.getState().begin() },
    { id: 'close', label: t('palette.closeSegment'), hint: '/close', run: () => close.mutate({}) },
    ...profiles
      .filter((profile) => !profile.current && fixed === null)
      .map((profile) => ({
        id: `profile ${profile.id}`,
        label: t('profiles.openNamed', { name: profile.name }),
        run: () => switchTo(profile),
      })),
    {
      id: 'profiles',
      label: t('profiles.manage'),
      run: () => view.open({ kind: 'settings', section: 'profiles' }),
    },
    { id: 'import', label: t('import.choose'), run: chooseFile },
    { id: 'import-folder', label: t('import.chooseFolder'), run: chooseFolder },
    { id: 'archive-all', label: t('archive.make'), run: () => archive.mutate({ passphrase: null }) },
    {
      id: 'models',
      label: t('palette.chooseModel'),
      run: () => view.open({ kind: 'settings', section: 'models' }),
    },
    {
      id: 'theme',
      label: t(isDark ? 'palette.light' : 'palette.dark'),
      run: () => settings && change({ theme: isDark ? 'light' : 'dark' }),
    },
    {
      id: 'settings',
      label: t('settings.title'),
      hint: keyName(','),
      run: () => view.open({ kind: 'settings', section: 'appearance' }),
    },
    { id: 'shortcuts', label: t('shortcuts.title'), hint: '?', run: () => view.open({ kind: 'shortcuts' }) },
  ]
}
