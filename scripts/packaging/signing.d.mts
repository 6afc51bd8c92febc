export const RELEASE_FILE: string
export function newKeys(): { privatePem: string; publicKey: string }
export function publicKeyOf(key: string): string
export interface PackageFile {
  name: string
  platform: string
  arch: string
  kind: string
  sizeBytes: number
  sha256: string
}
export function packageFile(path: string, what: { platform: string; arch: string; kind: string }): PackageFile
export function signedRelease(
  release: { version: string; published: string; notes: string; files: PackageFile[] },
  privatePem: string,
): string
