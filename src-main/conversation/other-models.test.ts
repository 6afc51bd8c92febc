import { messageId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import type { StoredMessage } from '../store/types'
import { withoutOthersNotes } from './other-models'

const turn = (modelId: string, recalled: StoredMessage['recalled']) => {
  const id = messageId.parse(uuidv7())
  const said = { id, role: 'user', verbatim: 'with notes', modelId: null, recalled: [] }
  const round = { text: '', uses: [] }
  const reply = {
    id: messageId.parse(uuidv7()),
    role: 'assistant',
    replyTo: id,
    modelId,
    recalled,
    toolRounds: [round],
  }
  return [said, reply] as unknown as StoredMessage[]
}
const note = { messageId: null, bucketId: null, text: 'Anna lives in Oslo' }

it('takes from a session what another model was given, and keeps what this one was sent', () => {
  const messages = [...turn('here', [note]), ...turn('here', []), ...turn('there', [note])]
  const sent = withoutOthersNotes(messages, { id: 'there' })
  expect(sent.filter((m) => m.role === 'user').map((m) => m.verbatim)).toEqual([null, 'with notes', 'with notes'])
  expect(sent.filter((m) => m.role === 'assistant').map((m) => m.toolRounds.length)).toEqual([0, 0, 1])
})
