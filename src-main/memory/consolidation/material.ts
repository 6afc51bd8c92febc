import { escapeTags } from '@shared/tags/escape'

/** Somebody's words on one line, harmless inside a prompt: tags in them are text. */
export const asMaterial = (text: string): string => escapeTags(text.replace(/\s+/gu, ' ').trim())
