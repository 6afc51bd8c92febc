import { createHash } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
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
  const local = isHere(host)
  if (!local && !isVerified(url)) throw unprotected(host)
  const place = local ? 'this computer' : port === 5432 ? host : `${host}:${port}`
  const digest = createHash('sha256')
    .update(JSON.stringify([host, port, database, user]))
    .digest('hex')
  return { url, words: `the database “${database ?? user ?? ''}” on ${place}`, digest: digest.slice(0, 12) }
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** A socket of this computer, or its own network interface: nobody is in between. A name is trusted by itself only if it is `localhost`. */
function isHere(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  if (host.startsWith('/') || address === 'localhost') return true
  const kind = isIP(address)
  return kind !== 0 && LOOPBACK.check(address, kind === 6 ? 'ipv6' : 'ipv4')
}

/** Whether the address says that the server has to prove who it is. What the driver makes of other modes changes between its versions. */
function isVerified(url: string): boolean {
  const query = url.includes('?') ? url.slice(url.lastIndexOf('?') + 1) : ''
  // The last one counts, as in the driver.
  return new URLSearchParams(query).getAll('sslmode').at(-1) === 'verify-full'
}

const unprotected = (host: string): CatchmentError =>
  new CatchmentError(
    'bad_request',
    `${host} is another computer, and CATCHMENT_DATABASE_URL does not ask for a verified connection: everybody in between could read along, or be taken for the server. Add sslmode=verify-full to it (and sslrootcert= with the file of the keeper's own root certificate, if it has one).`,
  )

/** The driver's own reading, defaults included; nothing is connected. */
function read(url: string): Pick<Client, 'host' | 'port' | 'database' | 'user'> {
  try {
    return new Client({ connectionString: url })
  } catch (error) {
    if (error instanceof Error && 'path' in error && typeof error.path === 'string')
      throw new CatchmentError(
        'bad_request',
        `CATCHMENT_DATABASE_URL names a certificate that cannot be read: ${error.path}.`,
      )
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
