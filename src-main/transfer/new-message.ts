/** From what a reader hands out to what the store takes. */
import { messageId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import type { Brought, NewBranchMessage, NewMessage } from '../store/types'
import type { ImportedMessage, OtherMessage } from './types'

/** Messages of the same millisecond keep their order: the index goes into the id. */
export const toNewMessage = (m: ImportedMessage, index: number): NewMessage => ({
  id: messageId.parse(uuidv7({ msecs: m.at, seq: index })),
  externalId: m.externalId,
  conv: m.conv,
  ts: m.at,
  role: m.role,
  author: m.author,
  text: m.text,
  status: m.status,
  ...(m.model === null ? {} : { modelId: m.model }),
  tools: m.tools,
  brought: broughtBy(m),
})

export const toNewBranchMessage = (m: OtherMessage): NewBranchMessage => ({
  externalId: m.externalId,
  place: m.place,
  follows: m.follows,
  branch: m.branch,
  position: m.position,
  ts: m.at,
  role: m.role,
  author: m.author,
  text: m.text,
  status: m.status,
  modelId: m.model,
  tools: m.tools,
  brought: broughtBy(m),
})

/** Only what the file told: most messages bring nothing but their conversation's title. */
const broughtBy = (m: ImportedMessage): Brought => ({
  ...(m.conversationTitle === null ? {} : { conversationTitle: m.conversationTitle }),
  ...(m.collection === null ? {} : { collection: m.collection }),
  ...(m.archived ? { archived: true } : {}),
  ...(m.attachments.length === 0 ? {} : { attachments: m.attachments }),
  ...(m.thinking === null ? {} : { thinking: m.thinking }),
})
