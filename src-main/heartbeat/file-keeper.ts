import { lstat, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isOurs, saysTheSame } from './file'

const NAME = 'HEARTBEAT.md'
/** What is longer was not written here: it is set aside without being read. */
const MOST_BYTES = 64 * 1024

export interface FileKeeperPorts {
  /** The profile's folder. */
  folder(): string
  now(): number
  /** A hand edit was set aside; one sentence for a person. */
  onEdited(notice: string): void
}

/**
 * Keeps HEARTBEAT.md in the profile's folder: written in one step, never read for what it says. A hand edit is set aside
 * under a name of its own and reported, a file that is gone is written again.
 */
export function createFileKeeper({ folder, now, onEdited }: FileKeeperPorts) {
  let last: Promise<unknown> = Promise.resolve()
  let notice: string | null = null

  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.catch(() => undefined).then(work)
    last = done
    return done
  }

  /** What stands there if it is ours, else null; what is not ours stands somewhere else then. */
  async function ours(): Promise<string | null> {
    const path = join(folder(), NAME)
    const there = await lstat(path).catch(noFile)
    if (!there) return null
    const text = there.isFile() && there.size <= MOST_BYTES ? await readFile(path, 'utf8').catch(noFile) : null
    if (text !== null && isOurs(text)) return text
    const aside = await freeName(`${NAME}.edited-${new Date(now()).toISOString().slice(0, 19).replaceAll(':', '-')}`)
    await rename(path, join(folder(), aside))
    notice = `HEARTBEAT.md was changed by hand. What was written there is kept in ${aside}; tasks are changed here.`
    onEdited(notice)
    return null
  }

  async function freeName(name: string): Promise<string> {
    for (let n = 0; ; n++) {
      const free = n === 0 ? name : `${name}-${n}`
      if (!(await lstat(join(folder(), free)).catch(noFile))) return free
    }
  }

  return {
    /** The last edit that was set aside since the start; null: there was none. */
    notice: () => notice,

    /** Looks whether somebody changed the file. @throws what the file system says */
    check: (): Promise<void> => alone(async () => void (await ours())),

    /** Puts `text` there in one step, unless it says nothing new. @throws what the file system says */
    write: (text: string): Promise<void> =>
      alone(async () => {
        const before = await ours()
        if (before !== null && saysTheSame(before, text)) return
        await mkdir(folder(), { recursive: true, mode: 0o700 })
        const draft = join(folder(), `.${NAME}.${process.pid}.tmp`)
        await writeFile(draft, text, { mode: 0o600 })
        await rename(draft, join(folder(), NAME))
      }),

    /** Waits for what is under way. */
    idle: async (): Promise<void> => void (await last.catch(() => undefined)),
  }
}

const noFile = (error: unknown): null => {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null
  throw error
}
