import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import { Client } from 'pg'

export interface ServerAddress {
  /** As the person wrote it, password and all: for the driver only. */
  url: string
  /** “catchment on db.example.org”: for sentences, never with a password. */
  words: string
  /** The same for every address of this database and role. */
  digest: string
}

/** Reads `CATCHMENT_DATABASE_URL`. @throws CatchmentError `bad_request` if it is no address of a PostgreSQL server. */
export function serverAddress(url: string): ServerAddress {
  if (!/^postgres(ql)?:\/\//.test(url)) throw malformed()
  const { host, port, database, user } = read(url)
  const local = host.startsWith('/') || host === 'localhost' || host.startsWith('127.')
  const place = local ? 'this computer' : port === 5432 ? host : `${host}:${port}`
  const digest = createHash('sha256')
    .update(JSON.stringify([host, port, database, user]))
    .digest('hex')
  return { url, words: `the database “${database ?? user ?? ''}” on ${place}`, digest: digest.slice(0, 12) }
}

/** The driver's own reading, defaults included; nothing is connected. */
function read(url: string): Pick<Client, 'host' | 'port' | 'database' | 'user'> {
  try {
    return new Client({ connectionString: url })
  } catch {
    throw malformed()
  }
}

const malformed = (): CatchmentError =>
  new CatchmentError(
    'bad_request',
    'CATCHMENT_DATABASE_URL is not the address of a PostgreSQL server. Write it like postgres://ann@db.example.org/catchment.',
  )

/** Where the files of a store on this server lie (models, logs, profiles' folders), apart from those of any other store. */
export const serverFolder = (storeDir: string, { digest }: ServerAddress): string => join(storeDir, 'servers', digest)
