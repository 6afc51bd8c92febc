/**
 * A file behind a passphrase (docs/sealed-files.md): a head, then pieces of AES-256-GCM under a key made by scrypt. Every piece
 * knows its number and whether it is the last, so that nothing can be cut off, moved or left out unseen. Pure but for node:crypto.
 */
import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import { CatchmentError } from '@shared/contract/errors'

const MAGIC = Buffer.from('CATCHSEAL', 'latin1')
const VERSION = 1
const SALT_BYTES = 16
const PREFIX_BYTES = 7
export const TAG_BYTES = 16
/** Of words in one piece. */
export const PIECE_BYTES = 64 * 1024
/** Magic, version, log2 N, r, p, salt, prefix of the nonces. */
export const HEAD_BYTES = MAGIC.length + 4 + SALT_BYTES + PREFIX_BYTES
const KEY_BYTES = 32

interface Cost {
  logN: number
  r: number
  p: number
}
/** Some 64 MB and a tenth of a second. */
const COST: Cost = { logN: 16, r: 8, p: 1 }
/** What a file may ask for at most: a head that was tampered with must not take all memory. */
const MOST: Cost = { logN: 20, r: 16, p: 4 }

/** Whether a file begins like a sealed one. */
export const isSealed = (start: Uint8Array): boolean => Buffer.from(start.subarray(0, MAGIC.length)).equals(MAGIC)

export interface Sealer {
  head: Buffer
  /** Pieces in their order; `last` ends the file. */
  seal(piece: Buffer, last: boolean): Buffer
}

export async function newSealer(passphrase: string, cost: Cost = COST): Promise<Sealer> {
  const salt = randomBytes(SALT_BYTES)
  const prefix = randomBytes(PREFIX_BYTES)
  const head = Buffer.concat([MAGIC, Buffer.from([VERSION, cost.logN, cost.r, cost.p]), salt, prefix])
  const key = await keyOf(passphrase, salt, cost)
  let number = 0
  return {
    head,
    seal(piece, last) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(prefix, number, last))
      cipher.setAAD(head)
      number += 1
      return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
    },
  }
}

export interface Opener {
  /** @throws CatchmentError `wrong_passphrase` for the first piece, `import_broken` for a later one */
  open(piece: Buffer, last: boolean): Buffer
}

/** @throws CatchmentError `import_broken` for a head that is none, or of a newer version */
export async function newOpener(head: Buffer, passphrase: string): Promise<Opener> {
  if (head.length < HEAD_BYTES || !isSealed(head)) throw broken('it ends within its head')
  const at = MAGIC.length
  const [version = 0, logN = 0, r = 0, p = 0] = head.subarray(at, at + 4)
  if (version !== VERSION)
    throw new CatchmentError('import_broken', 'This file was sealed by a newer version of Catchment.')
  if (logN < 1 || logN > MOST.logN || r < 1 || r > MOST.r || p < 1 || p > MOST.p)
    throw broken('its head asks for more than any file is sealed with')
  const salt = head.subarray(at + 4, at + 4 + SALT_BYTES)
  const prefix = head.subarray(at + 4 + SALT_BYTES, HEAD_BYTES)
  const key = await keyOf(passphrase, salt, { logN, r, p })
  let number = 0
  function opened(piece: Buffer, last: boolean): Buffer | null {
    if (piece.length < TAG_BYTES) throw broken('it ends in the middle')
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(prefix, number, last))
    decipher.setAAD(head.subarray(0, HEAD_BYTES))
    decipher.setAuthTag(piece.subarray(piece.length - TAG_BYTES))
    try {
      return Buffer.concat([decipher.update(piece.subarray(0, piece.length - TAG_BYTES)), decipher.final()])
    } catch {
      return null
    }
  }
  return {
    open(piece, last) {
      const words = opened(piece, last)
      if (words === null) {
        // a piece that opens as one in the middle was the last only because the file was cut there
        if (last && opened(piece, false) !== null) throw broken('its end is missing')
        if (number === 0) throw new CatchmentError('wrong_passphrase', WRONG)
        throw broken(last ? 'its end is missing or was changed' : 'a part of it was changed')
      }
      number += 1
      return words
    },
  }
}

const WRONG =
  'This passphrase does not open the file. Check it, or the file was changed since it was sealed. Nothing was taken in.'

const broken = (why: string): CatchmentError =>
  new CatchmentError(
    'import_broken',
    `The sealed file is damaged: ${why}. Nothing of it can be trusted; use another copy.`,
  )

function nonceOf(prefix: Buffer, number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  prefix.copy(nonce, 0)
  nonce.writeUInt32BE(number, PREFIX_BYTES)
  nonce.writeUInt8(last ? 1 : 0, 11)
  return nonce
}

function keyOf(passphrase: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: 2 ** logN * r * 128 + 64 * 1024 * 1024 }
  return new Promise((resolve, reject) =>
    // the same letters, however the keyboard composes them
    scrypt(passphrase.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
}
