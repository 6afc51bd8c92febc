import { safeStorage } from 'electron'
import type { SecretsPort } from '../models/ports'

/**
 * Endpoint keys in the operating system's keyring (05-trust, Secrets). Linux may have none: Electron would then encrypt with a
 * password that everybody knows, which is no keyring.
 */
export const keyring: SecretsPort = {
  available() {
    if (!safeStorage.isEncryptionAvailable()) return false
    return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'
  },
  async encrypt(text) {
    return safeStorage.encryptString(text).toString('base64')
  },
  async decrypt(cipher) {
    return safeStorage.decryptString(Buffer.from(cipher, 'base64'))
  },
}
