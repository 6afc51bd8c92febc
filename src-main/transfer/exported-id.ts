/** How an export names messages, so that an import knows them again. */
import { type MessageId, messageId } from '@shared/ids'

/** The conversation of everything that was typed in Catchment; the profile keeps two people's talks apart. */
const TYPED = 'catchment-'

export const typedConversation = (profileId: string): string => `${TYPED}${profileId}`

/** Conversation and id of a message as they stand in an export: those it was imported with, else its own. */
export function exportedIdentity(
  message: { id: string; externalId: string | null; conv: string | null },
  profileId: string,
): { conv: string; id: string } {
  const { externalId, conv } = message
  if (externalId === null) return { conv: conv ?? typedConversation(profileId), id: message.id }
  const slash = externalId.indexOf('/')
  if (slash < 0) return { conv: conv ?? typedConversation(profileId), id: externalId }
  const written = externalId.slice(0, slash).replaceAll('%2F', '/').replaceAll('%25', '%')
  return { conv: written, id: externalId.slice(slash + 1) }
}

/** Of external ids read from a file, those that an export of Catchment gave to typed messages, with the message's own id. */
export function typedHere(externalIds: readonly string[]): { externalId: string; id: MessageId }[] {
  return externalIds.flatMap((externalId) => {
    if (!externalId.startsWith(TYPED)) return []
    const id = messageId.safeParse(externalId.slice(externalId.indexOf('/') + 1))
    return id.success ? [{ externalId, id: id.data }] : []
  })
}
