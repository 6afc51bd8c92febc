/** An unbounded HEARTBEAT.md of another program as tasks: pure (seed 004, From Existing Heartbeat.md). */
import { readSchedule, writeSchedule } from '@shared/schedule'
import { cutGraphemes } from '../language/graphemes'

export interface LegacyTask {
  name: string
  /** Null: the file does not say when. */
  schedule: string | null
  prompt: string
}

const HEADING = /^#{1,6}\s+(.+?)\s*#*$/
const ITEM = /^\s{0,3}(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.+)$/
const SCHEDULE = /^\s*(?:[-*+]\s+)?(?:\*\*)?(?:schedule|cron|when|every)(?:\*\*)?\s*:\s*(?:\*\*)?\s*`?([^`]+?)`?\s*$/i
const MOST_NAME = 120
const MOST_PROMPT = 50_000
const MOST_TASKS = 10_000

/**
 * Splits a file into tasks. A heading with text of its own is one task, with the line `schedule: …` as its schedule; where
 * there are no such headings each item of a list is one. A schedule in words or in cron fields at the end of an item, in
 * brackets, is its own. What follows `## Pending changes` or is empty is left out.
 */
export function readLegacy(text: string): LegacyTask[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const sections: { heading: string; body: string[] }[] = []
  let heading = ''
  let body: string[] = []
  for (const line of lines) {
    const found = HEADING.exec(line)
    if (!found) {
      body.push(line)
      continue
    }
    sections.push({ heading, body })
    heading = found[1] ?? ''
    body = []
  }
  sections.push({ heading, body })
  return sections.flatMap(tasksOf).slice(0, MOST_TASKS)
}

function tasksOf({ heading, body }: { heading: string; body: readonly string[] }): LegacyTask[] {
  const written = body.map((line) => SCHEDULE.exec(line)?.[1] ?? null)
  const schedule = written.map(asSchedule).find((found) => found !== null) ?? null
  const rest = body.filter((_, i) => written[i] === null)
  const said = rest.filter((line) => line.trim() !== '' && !line.trim().startsWith('<!--'))
  if (said.length === 0) return []
  const items = said.map((line) => ITEM.exec(line)?.[1] ?? null)
  // A heading over nothing but a list names a group, unless it has a schedule: then the list is what it does.
  if (schedule === null && items.every((item) => item !== null))
    return items.flatMap((item) => (item === null ? [] : [itemTask(item)]))
  const prompt = said.join('\n').trim()
  return [{ name: nameOf(heading === '' ? prompt : heading), schedule, prompt: prompt.slice(0, MOST_PROMPT) }]
}

/** “Review the inbox (0 8 * * *)” or “(every 2 hours) …”. */
function itemTask(item: string): LegacyTask {
  for (const [whole, inside] of item.matchAll(/[([`]([^()[\]`]{3,60})[)\]`]/g)) {
    const schedule = asSchedule(inside ?? '')
    if (schedule === null) continue
    const prompt = item.replace(whole, '').replace(/\s+/gu, ' ').trim()
    if (prompt !== '') return { name: nameOf(prompt), schedule, prompt: prompt.slice(0, MOST_PROMPT) }
  }
  return { name: nameOf(item), schedule: null, prompt: item.slice(0, MOST_PROMPT) }
}

function asSchedule(written: string | null): string | null {
  if (written === null) return null
  const schedule = readSchedule(written) ?? readSchedule(`every ${written}`)
  return schedule && writeSchedule(schedule)
}

const nameOf = (text: string): string =>
  cutGraphemes(
    text
      .slice(0, 1_000)
      .replace(/[\s\p{Cc}*_`#]+/gu, ' ')
      .trim(),
    MOST_NAME,
  ) || 'Task'
