import { createHash } from 'node:crypto'

/** Of the name of a message in the program it came from: all that is kept of one that was erased. */
export const externalHash = (externalId: string): string => createHash('sha256').update(externalId).digest('hex')
