import { Brain } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx'
import { useDrafts } from './draft'

/** Whether something may be learned from the next message. Off, it is off for that one. */
export function LearnSwitch() {
  const { t } = useTranslation()
  const learn = useDrafts((drafts) => drafts.learn)
  const setLearn = useDrafts((drafts) => drafts.setLearn)
  return (
    <button
      type="button"
      role="switch"
      aria-checked={learn}
      aria-label={t('composer.learn')}
      title={t(learn ? 'composer.learns' : 'composer.learnsNothing')}
      onClick={() => setLearn(!learn)}
      className={cx(
        'flex h-6 flex-none items-center gap-1 rounded-md px-1.5 text-meta hover:bg-hover',
        learn ? 'text-faint' : 'bg-wash text-ink',
      )}
    >
      <Brain aria-hidden="true" className={cx('size-3.5', !learn && 'opacity-40')} />
      {learn ? null : t('composer.notLearned')}
    </button>
  )
}
