/** Names of projects, folders and threads, from the small files beside the conversations. */

import { ARCHIVED_PROFILE } from './readers/catchment'
import { fieldsIn, fieldsOf, nameOf, wordsOf } from './readers/fields'
import { readText } from './source/text'
import type { Source } from './source/types'

const MOST_BYTES = 32 * 1024 * 1024

/** By their ids. A file that cannot be read gives no names; it is told of when it is read as a file. */
export async function namesBeside(source: Source): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  if (source.kind === 'file') return names
  for (const file of source.files) {
    if (file.name === 'manifest.json' && file.size < MOST_BYTES) {
      const profile = recordsIn((await readText(file, MOST_BYTES)).head).map((head) =>
        nameOf(fieldsOf(head.profile)?.id),
      )
      if (profile[0]) names.set(ARCHIVED_PROFILE, profile[0])
    }
    if (
      file.size > MOST_BYTES ||
      !/(?:^|\/)(?:projects?|folders|thread|custom_gpts|gizmos)(?:\/[^/]+)?\.json$/i.test(file.name)
    )
      continue
    const text = await readText(file, MOST_BYTES)
    for (const one of recordsIn(text.head)) {
      const id = nameOf(one.uuid) ?? nameOf(one.id)
      const name =
        wordsOf(one.name) ?? wordsOf(one.title) ?? wordsOf(one.summary) ?? wordsOf(fieldsOf(one.display)?.name)
      if (id !== null && name !== null) names.set(id, name.trim())
    }
  }
  return names
}

function recordsIn(json: string) {
  try {
    const value: unknown = JSON.parse(json)
    const one = fieldsOf(value)
    return one ? [one] : fieldsIn(value)
  } catch {
    return []
  }
}
