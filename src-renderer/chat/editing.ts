import type { MessageView } from '@shared/domain'
import type { MessageId } from '@shared/ids'
import { splitAttachments } from '@shared/text/attachments'
import { create } from 'zustand'

interface Editing {
  /** The message that is edited where it stands; null: none. */
  messageId: MessageId | null
  /** Its own words; what is attached to it stays attached. */
  text: string
  begin: (message: Pick<MessageView, 'id' | 'text' | 'files'>) => void
  write: (text: string) => void
  end: () => void
}

/** What is being edited. Outlives the row, which the virtual list lets go when it is scrolled away. */
export const useEditing = create<Editing>()((set) => ({
  messageId: null,
  text: '',
  begin: ({ id, text, files }) => set({ messageId: id, text: splitAttachments(text, files).text }),
  write: (text) => set({ text }),
  end: () => set({ messageId: null, text: '' }),
}))
