import type { StoredMessage } from '../../store/types'

/**
 * The messages of a segment that are the person's. An import keeps names: where a talk has one name beside the assistant
 * it is the person; where it has several, only the one that the profile is called by is.
 */
export function ownMessages(messages: readonly StoredMessage[], profileName: string): StoredMessage[] {
  const said = messages.filter((m) => m.role === 'user')
  const names = new Set(said.map((m) => m.author).filter((author) => author !== 'user'))
  const me = profileName.trim().toLowerCase()
  return said.filter(({ author }) => author === 'user' || names.size === 1 || author.trim().toLowerCase() === me)
}
