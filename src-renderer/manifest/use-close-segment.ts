import { useTranslation } from 'react-i18next'
import { useAct } from '../app/use-act'
import { useToldAct } from '../buckets/use-bucket-acts'

/** Closes a segment and says what it is called now, with its undo in place. `onDone` is called once it is closed. */
export function useCloseSegment(onDone?: () => void) {
  const { t } = useTranslation()
  const told = useToldAct()
  return useAct('segments.close', ({ operationId, segment }) => {
    onDone?.()
    told({ sentence: t('segment.closed', { title: segment.title }), operationId })
  })
}
