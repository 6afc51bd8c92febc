/** Newer versions of the app itself: a signed file that lies where the person said (docs/releasing.md). Nothing is looked for unasked. */
import { createPublicKey, verify } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import { z } from 'zod'
import keysFile from '../../release.keys.json'
import { sha256OfFile } from './checksum'

/** Public keys that this build believes: base64 of their SPKI form. */
export const RELEASE_KEYS: readonly string[] = z.object({ keys: z.array(z.string()) }).parse(keysFile).keys

const RELEASE_FILE = 'catchment-release.json'
/** A release file is a few kilobytes. */
const MOST_BYTES = 1_000_000
const TIMEOUT_MS = 15_000

const version = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/)
const releaseSchema = z.object({
  product: z.literal('catchment'),
  version,
  published: z.iso.datetime(),
  notes: z.string().max(50_000),
  files: z
    .array(
      z.object({
        name: z.string().regex(/^[\w.+~-]{1,200}$/),
        platform: z.string(),
        arch: z.string(),
        kind: z.string(),
        sizeBytes: z.number().int().positive(),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(50),
})
const signedSchema = z.object({ release: z.string(), signature: z.string() })

export type Release = z.infer<typeof releaseSchema>
export type ReleaseFile = Release['files'][number]
/** Where newer versions may lie: a folder, or an address whose files are beside one another. */
export type ReleasePlace = { folder: string } | { address: string }

/**
 * The release that lies at a place, its signature checked before anything else of it is read.
 * @throws CatchmentError `not_found`, `unavailable`, `bad_request` if it is not signed by a key of `keys` or is none
 */
export async function readRelease(
  place: ReleasePlace,
  keys: readonly string[] = RELEASE_KEYS,
  get: typeof fetch = fetch,
): Promise<Release> {
  if (keys.length === 0)
    throw new CatchmentError(
      'unavailable',
      'This build of Catchment knows no key that newer versions are signed with, so it can believe none. Look where you got it.',
    )
  const text = 'folder' in place ? await fromFolder(place.folder) : await fromAddress(place.address, get)
  const signed = signedSchema.safeParse(parsed(text))
  if (!signed.success)
    throw new CatchmentError('bad_request', `The ${RELEASE_FILE} there is damaged or none of Catchment's.`)
  if (!keys.some((key) => isSignedBy(key, signed.data)))
    throw new CatchmentError(
      'bad_request',
      `The ${RELEASE_FILE} there is not signed by a key that this Catchment knows. It was changed, or somebody else made it: do not install what lies beside it.`,
    )
  const release = releaseSchema.safeParse(parsed(signed.data.release))
  if (!release.success)
    throw new CatchmentError(
      'bad_request',
      'The release there is signed, and says what this Catchment does not understand. Look where you got it.',
    )
  return release.data
}

/** Whether one version is newer than another: three numbers each. */
export function isNewer(found: string, own: string): boolean {
  const [a, b] = [found, own].map((text) => text.split('.').map(Number))
  for (let i = 0; i < 3; i++) if (a?.[i] !== b?.[i]) return (a?.[i] ?? 0) > (b?.[i] ?? 0)
  return false
}

/** What of a release is for this computer: a package that is installed before an archive. */
export function fileFor(release: Release, { platform, arch }: { platform: string; arch: string }): ReleaseFile | null {
  const own = release.files.filter((file) => file.platform === platform && file.arch === arch)
  return own.find((file) => file.kind === 'deb') ?? own[0] ?? null
}

/** Of a release in a folder: where its file lies. */
export const pathOf = (place: { folder: string }, file: ReleaseFile): string => join(place.folder, file.name)

/**
 * Whether a file is, byte for byte, one that a release was signed with; answers which.
 * @throws CatchmentError `bad_request` if it is not, `not_found`
 */
export async function checkPackage(path: string, release: Release): Promise<ReleaseFile> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new CatchmentError('not_found', `There is no file ${path}.`)
  const hash = await sha256OfFile(path)
  const file = release.files.find((one) => one.sha256 === hash && one.sizeBytes === found.size)
  if (!file)
    throw new CatchmentError(
      'bad_request',
      `This file is not one that Catchment ${release.version} was signed with. It is damaged, of another version, or somebody changed it: do not install it.`,
    )
  return file
}

async function fromFolder(folder: string): Promise<string> {
  const path = join(folder, RELEASE_FILE)
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new CatchmentError('not_found', `There is no ${RELEASE_FILE} in ${folder}.`)
  if (found.size > MOST_BYTES)
    throw new CatchmentError('bad_request', `The ${RELEASE_FILE} in ${folder} is far too large.`)
  return readFile(path, 'utf8')
}

/** The address of a release file, from what a person typed. @throws CatchmentError `bad_request` unless it is https, or this computer */
export function releaseAddress(typed: string): string {
  const url = URL.canParse(typed) ? new URL(typed) : null
  const isOwn = url?.protocol === 'http:' && (url.hostname === 'localhost' || url.hostname === '127.0.0.1')
  if (!url || (url.protocol !== 'https:' && !isOwn) || url.username !== '' || url.password !== '')
    throw new CatchmentError('bad_request', 'Write an address that begins with https://, without a password in it.')
  url.hash = ''
  url.search = ''
  if (!url.pathname.endsWith('/')) url.pathname = `${url.pathname.replace(/\/catchment-release\.json$/, '')}/`
  return url.href
}

async function fromAddress(address: string, get: typeof fetch): Promise<string> {
  const url = new URL(RELEASE_FILE, address)
  try {
    const answer = await get(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS), cache: 'no-store' })
    if (answer.status === 404) throw new CatchmentError('not_found', `There is no ${RELEASE_FILE} at ${url.host}.`)
    if (!answer.ok || !answer.body)
      throw new CatchmentError('unavailable', `${url.host} answers with ${answer.status}.`)
    const pieces: Uint8Array[] = []
    let bytes = 0
    for await (const piece of answer.body) {
      bytes += piece.byteLength
      if (bytes > MOST_BYTES)
        throw new CatchmentError('bad_request', `The ${RELEASE_FILE} at ${url.host} is far too large.`)
      pieces.push(piece)
    }
    return Buffer.concat(pieces).toString('utf8')
  } catch (error) {
    if (error instanceof CatchmentError) throw error
    throw new CatchmentError('unavailable', `${url.host} cannot be reached, or sends elsewhere. Nothing was changed.`, {
      cause: error,
    })
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isSignedBy(key: string, { release, signature }: z.infer<typeof signedSchema>): boolean {
  try {
    const known = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
    return (
      known.asymmetricKeyType === 'ed25519' &&
      verify(null, Buffer.from(release), known, Buffer.from(signature, 'base64'))
    )
  } catch {
    return false
  }
}
