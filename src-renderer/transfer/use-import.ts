import { useAct } from '../app/use-act'
import { useView } from '../app/view'

/** Asks for a file or a folder and opens the look at it. */
export function useImport() {
  const open = useView((view) => view.open)
  const choose = useAct('transfer.choose', (file) => {
    if (file) open({ kind: 'import', file })
  })
  return {
    busy: choose.isPending,
    chooseFile: () => choose.mutate({ what: 'file' }),
    chooseFolder: () => choose.mutate({ what: 'folder' }),
  }
}
