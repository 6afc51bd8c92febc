/**
 * A note beside the database of how far its write-ahead log was on disk, and the comparison with it before PostgreSQL opens the
 * database again: what was acknowledged and is in the log no more is never passed over without a word (05-trust).
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import { z } from 'zod'
import { databaseDir } from './folder'
import { type Control, endOfLog, LogReader, readControl } from './write-ahead-log'

const MARK = 'log-end.json'
const position = z.string().regex(/^\d+$/).transform(BigInt)
const markSchema = z.object({ system: position, checkpoint: position, end: position })
type Mark = z.infer<typeof markSchema>

/** Another database takes this one's place. */
export const forgetLogMark = (storeDir: string): void => rmSync(join(storeDir, MARK), { force: true })

function readMark(storeDir: string): Mark | null {
  try {
    return markSchema.parse(JSON.parse(readFileSync(join(storeDir, MARK), 'utf8')))
  } catch {
    // None yet, or half written by a run that was killed: there is nothing to compare with.
    return null
  }
}

/**
 * Looks at a database that nobody has open; nothing is changed.
 * @throws CatchmentError `store_corrupt` if its control file or its log is not what was written
 */
export function checkLog(storeDir: string): void {
  const dataDir = databaseDir(storeDir)
  const control = readControl(dataDir)
  if (control === null) throw damagedLog('the file that says where its log begins')
  const mark = readMark(storeDir)
  // Without a mark, or with that of another state of the database (a copy put back by hand), the log alone cannot tell.
  if (mark === null || mark.system !== control.system || control.checkpoint < mark.checkpoint) return
  if (control.redo >= mark.end) return
  if (endOfLog(dataDir, control) < mark.end) throw damagedLog('its log of what was stored last')
}

const damagedLog = (what: string): CatchmentError =>
  new CatchmentError(
    'store_corrupt',
    `The store does not open: its files are damaged, among them ${what}. Nothing was changed. Go back to a backup, or read out what can be read with “catchment rescue --into FOLDER”.`,
  )

/** Keeps the mark of a store that is open. */
export class LogMark {
  private reader: LogReader | null = null
  private written = ''

  constructor(private readonly storeDir: string) {}

  /** How far the log reaches now. To be noted once it is on disk. */
  look(): Mark | null {
    const dataDir = databaseDir(this.storeDir)
    const control = readControl(dataDir)
    if (control === null) return null
    const end = this.readerFor(dataDir, control).toEnd()
    return { system: control.system, checkpoint: control.checkpoint, end }
  }

  private readerFor(dataDir: string, control: Control): LogReader {
    // What lies before a checkpoint is used again for what comes after.
    if (this.reader === null || this.reader.position < control.redo)
      this.reader = new LogReader(dataDir, control, control.redo, false)
    return this.reader
  }

  /** @param mark from before the log was synced */
  note(mark: Mark | null): void {
    if (mark === null) return
    const { system, checkpoint, end } = mark
    const words = JSON.stringify({ system: `${system}`, checkpoint: `${checkpoint}`, end: `${end}` })
    if (words === this.written) return
    writeFileSync(join(this.storeDir, MARK), words, { mode: 0o600 })
    this.written = words
  }
}
