import {
  closeSync,
  cpSync,
  existsSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import {
  CONTROL_BYTES,
  controlPath,
  crc32c,
  LONG_HEADER,
  logFiles,
  PAGE,
  readControl,
  segmentName,
} from '../write-ahead-log'

const RECORD_HEADER = 24
/** A record's data is introduced by a mark and its length. */
const DATA_AT = RECORD_HEADER + 2
const CHECKPOINT_BYTES = 88
const XIDS_A_PAGE = PAGE * 4
const MULTIS_A_PAGE = PAGE / 4
const PAGES_A_FILE = 32

/**
 * Gives a copy of a database whose control file or log cannot be read a new control file and an empty log, as pg_resetwal does:
 * its tables can be read then as they were at the last checkpoint. Good for reading out, never for going on with.
 * @param fresh a database that the same program has just made and closed
 */
export function resetLog(dataDir: string, fresh: string): void {
  const control = readControl(fresh)
  if (control === null) throw new Error('A new database has no control file.')
  const old = logFiles(dataDir)
  const perId = 0x1_0000_0000n / control.walBytes
  const newest =
    old.map((name) => BigInt(`0x${name.slice(8, 16)}`) * perId + BigInt(`0x${name.slice(16)}`)).at(-1) ?? 0n
  const begin = (newest + 1n) * control.walBytes
  const record = begin + BigInt(LONG_HEADER)

  const log = readFileSync(join(fresh, 'pg_wal', segmentName(control, control.checkpoint)))
  const at = Number(control.checkpoint % control.walBytes)
  const made = Buffer.from(log.subarray(at, at + DATA_AT + CHECKPOINT_BYTES))
  made.writeBigUInt64LE(0n, 8)
  const checkpoint = made.subarray(DATA_AT)
  checkpoint.writeBigUInt64LE(record, 0)
  checkpoint.writeBigUInt64LE(BigInt(pagesIn(join(dataDir, 'pg_xact')) * XIDS_A_PAGE - 1), 24)
  checkpoint.writeUInt32LE(ABOVE_ALL_OIDS, 32)
  checkpoint.writeUInt32LE(pagesIn(join(dataDir, 'pg_multixact', 'offsets')) * MULTIS_A_PAGE - 1, 36)
  checkpoint.writeUInt32LE(0, 40)
  checkpoint.writeUInt32LE(FIRST_XID, 44)
  made.writeUInt32LE(crc32c(made.subarray(0, 20), crc32c(made.subarray(RECORD_HEADER))), 20)

  const head = Buffer.from(log.subarray(0, LONG_HEADER))
  head.writeUInt16LE(2, 2)
  head.writeBigUInt64LE(begin, 8)
  head.writeUInt32LE(0, 16)
  for (const name of old) rmSync(join(dataDir, 'pg_wal', name))
  const file = openSync(join(dataDir, 'pg_wal', segmentName(control, begin)), 'w', 0o600)
  try {
    writeSync(file, Buffer.concat([head, made]))
    ftruncateSync(file, Number(control.walBytes))
  } finally {
    closeSync(file)
  }

  const bytes = readFileSync(controlPath(fresh))
  bytes.writeUInt32LE(SHUT_DOWN, 16)
  bytes.writeBigUInt64LE(record, 32)
  checkpoint.copy(bytes, 40)
  bytes.writeUInt32LE(crc32c(bytes.subarray(0, CONTROL_BYTES)), CONTROL_BYTES)
  writeFileSync(controlPath(dataDir), bytes)
}

/** Two bits for each transaction: it was committed. */
const ALL_COMMITTED = 0x55

/**
 * Gives a copy of a database the files beside its tables that are missing altogether, as a new one has them. Where nobody knows
 * any more what was committed, all of it was: what was taken back may be read out too, which is better than nothing at all.
 */
export function putBackFolders(dataDir: string, fresh: string): void {
  for (const { name } of readdirSync(fresh, { withFileTypes: true })) {
    if (name === 'base' || name === 'global' || name === 'postmaster.pid' || existsSync(join(dataDir, name))) continue
    cpSync(join(fresh, name), join(dataDir, name), { recursive: true })
    if (name === 'pg_xact') rmSync(join(dataDir, name, '0000'), { force: true })
  }
  const commits = join(dataDir, 'pg_xact')
  if (readdirSync(commits).length === 0)
    writeFileSync(join(commits, '0000'), Buffer.alloc(PAGES_A_FILE * PAGE, ALL_COMMITTED), { mode: 0o600 })
}

/** Numbers of tables and the like that nothing made so far has. */
const ABOVE_ALL_OIDS = 1_000_000_000
const FIRST_XID = 3
const SHUT_DOWN = 1

/** Up to which page there are any, in a folder of numbered files: what was given out lies in them. */
function pagesIn(folder: string): number {
  const last = readdirSync(folder)
    .filter((name) => /^[0-9A-F]{4,}$/.test(name))
    .sort()
    .at(-1)
  if (last === undefined) return 1
  return Number.parseInt(last, 16) * PAGES_A_FILE + Math.max(1, Math.floor(statSync(join(folder, last)).size / PAGE))
}
