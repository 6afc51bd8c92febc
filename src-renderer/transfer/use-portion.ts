import type { Portion } from '@shared/contract/transfer'
import { useTranslation } from 'react-i18next'
import { ask } from '../app/ask'
import { copyText } from '../app/copy'
import { useAct } from '../app/use-act'
import type { MenuEntry } from '../ui/menu'
import { say } from '../ui/toast-store'

export interface PortionActs {
  copy: (part: Portion) => void
  /** Into a file that the person is asked for. */
  save: (part: Portion) => void
  /** Both, as entries of a menu. */
  menu: (part: Portion) => MenuEntry[]
}

/** A part of what was said, as Markdown to the clipboard or into a file. */
export function usePortion(): PortionActs {
  const { t } = useTranslation()
  const { mutate: save } = useAct('transfer.save')
  const copyNow = async (part: Portion): Promise<void> => {
    try {
      const { text } = await ask('transfer.text', part)
      if (await copyText(text)) say(t('portion.copied'))
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), { tone: 'error' })
    }
  }
  const copy = (part: Portion): void => void copyNow(part)
  return {
    copy,
    save,
    menu: (part) => [
      { label: t('talkOf' in part ? 'portion.copyTalk' : 'portion.copy'), onSelect: () => copy(part) },
      { label: t('talkOf' in part ? 'portion.saveTalk' : 'portion.save'), onSelect: () => save(part) },
    ],
  }
}
