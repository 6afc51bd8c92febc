import { safeStorage } from 'electron'
import type { SecretsPort } from '../models/ports'

/** Endpoint keys in the operating system's keyring (05-trust, Secrets). */
export const keyring: SecretsPort = {
  async encrypt(text) {
    return safeStorage.encryptString(text).toString('base64')
  },
  async decrypt(cipher) {
    return safeStorage.decryptString(Buffer.from(cipher, 'base64'))
  },
}
