import { CatchmentError } from '@shared/contract/errors'

/** What node's sockets and PostgreSQL itself say when a connection is over; class 08 is told by its beginning. */
const LOST = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', '57P01', '57P02', '57P03'])
const AWAY = new Set(['ECONNREFUSED', 'ENOENT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'ENOTFOUND', 'EACCES'])
const LOST_IN_WORDS = /connection terminated|connection error and is not queryable|client was closed|timeout expired/i

function* causes(error: unknown): Generator<Error & { code?: unknown }> {
  for (let at = error; at instanceof Error; at = at.cause) yield at
}

/** Whether this error means that the connection is over, however deep it is wrapped. */
export function isLost(error: unknown): boolean {
  for (const { code, message } of causes(error)) {
    if (typeof code === 'string' && (LOST.has(code) || AWAY.has(code) || code.startsWith('08'))) return true
    if (LOST_IN_WORDS.test(message)) return true
  }
  return false
}

/** What a request is answered with when the server went away under it. */
export const lostFailure = (words: string, cause: unknown): CatchmentError =>
  new CatchmentError(
    'unavailable',
    `The connection to ${words} broke. What was saved is kept there. Try again; Catchment connects anew by itself when the server is back.`,
    { cause },
  )

export interface Holder {
  role: string
  /** The server's process. */
  pid: number
  program: string
}

/** Whether a statement waited in vain for what another program holds. */
export function isHeld(error: unknown): boolean {
  for (const { code } of causes(error)) if (code === '55P03') return true
  return false
}

/** What such a statement is answered with. */
export const heldFailure = (words: string, holder: Holder | null, cause: unknown): CatchmentError =>
  new CatchmentError(
    'unavailable',
    `${words[0]?.toUpperCase()}${words.slice(1)} is held up by ${holder ? `“${holder.role}” (${holder.program === '' ? 'a program' : holder.program}, process ${holder.pid} of the server)` : 'another program'}. Nothing was changed. Try again; if it lasts, the server's keeper can end that process.`,
    { cause },
  )

/** A connection that shares its sessions with others. */
export const poolerFailure = (words: string, cause: unknown): CatchmentError =>
  new CatchmentError(
    'unavailable',
    `Between here and ${words} stands a connection pooler (PgBouncer or the like), which shares sessions among programs. Catchment keeps one session of its own for each program and needs it: give it the address of the server itself. Ten programs are ten connections.`,
    { cause },
  )

const CONNECT: Readonly<Record<string, string>> = {
  '28P01': 'the password is wrong',
  '28000': 'it does not let this role in',
  '3D000': 'there is no such database',
  '53300': 'it has no connection left to give',
  '57P03': 'it is starting or shutting down',
  '42501': 'this role may not connect',
}

/** Why a connection could not be made, in one sentence with what to do. */
export function connectFailure(words: string, error: unknown): CatchmentError {
  if (error instanceof CatchmentError) return error
  for (const { code, message } of causes(error)) {
    // What we ask for with every connection, every server knows, and PgBouncer does not.
    if (/unsupported startup parameter/i.test(message)) return poolerFailure(words, error)
    const tls = tlsFailure(words, code, message)
    if (tls !== null) return new CatchmentError('unavailable', tls, { cause: error })
    const why = typeof code === 'string' ? CONNECT[code] : undefined
    if (why !== undefined)
      return new CatchmentError('unavailable', `The server refuses the connection to ${words}: ${why}.`, {
        cause: error,
      })
    if ((typeof code === 'string' && AWAY.has(code)) || LOST_IN_WORDS.test(message))
      return new CatchmentError(
        'unavailable',
        `The server of ${words} cannot be reached (${typeof code === 'string' ? code : 'no answer'}). Nothing is lost; look whether it runs and the address is right, then try again.`,
        { cause: error },
      )
  }
  const message = error instanceof Error ? error.message : String(error)
  return new CatchmentError('unavailable', `No connection to ${words}: ${message}.`, { cause: error })
}

/** Certificates as Node names what is wrong with them, and a server that has none. */
const CERTIFICATE =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|CERT_\w+|ERR_TLS_CERT_ALTNAME_INVALID)$/

function tlsFailure(words: string, code: unknown, message: string): string | null {
  if (/does not support SSL/i.test(message))
    return `The server of ${words} speaks no TLS, so nothing is sent to it. Its keeper turns it on (ssl = on, with a certificate); docs/sharing.md says how.`
  if (typeof code === 'string' && CERTIFICATE.test(code))
    return `The certificate of ${words} cannot be verified (${code}). If it was made by the keeper, add &sslrootcert= with the file of the keeper's root certificate; if it names another host, write the address as the certificate does.`
  return null
}
