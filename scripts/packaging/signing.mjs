/**
 * Signed releases: `catchment-release.json` says which version there is and what its files are, signed as a whole with ed25519.
 * Hash and version are signed together, so that no old package can be given out as a new one. The app reads it in
 * src-main/download/releases.ts.
 */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'

export const RELEASE_FILE = 'catchment-release.json'

/** A new pair: the private key as PEM, for its owner alone, and the public one as the app keeps it (base64 of its SPKI form). */
export function newKeys() {
  const { privateKey } = generateKeyPairSync('ed25519')
  return { privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }), publicKey: publicKeyOf(privateKey) }
}

/** @param key a private key, or its PEM */
export const publicKeyOf = (key) =>
  createPublicKey(typeof key === 'string' ? createPrivateKey(key) : key)
    .export({ type: 'spki', format: 'der' })
    .toString('base64')

/** What a package is: for whom, how large, and its SHA-256. */
export const packageFile = (path, { platform, arch, kind }) => ({
  name: basename(path),
  ...{ platform, arch, kind },
  sizeBytes: statSync(path).size,
  sha256: createHash('sha256').update(readFileSync(path)).digest('hex'),
})

/**
 * The text of the release file.
 * @param release `{ version, published, notes, files }`; `published` an ISO time
 * @param privatePem the maker's key
 */
export function signedRelease({ version, published, notes, files }, privatePem) {
  // What is signed is the very text, so that nobody has to agree on how JSON is written.
  const release = JSON.stringify({ product: 'catchment', version, published, notes, files })
  const signature = sign(null, Buffer.from(release), createPrivateKey(privatePem)).toString('base64')
  return `${JSON.stringify({ release, signature }, null, 2)}\n`
}
