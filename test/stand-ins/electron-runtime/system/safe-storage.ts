/**
 * `safeStorage` over a keychain that a test can take away.
 *
 * Assumed (electron.d.ts, `SafeStorage`): nothing works before `ready` and the backend is `unknown` until then; on Linux
 * `basic_text` encrypts only after `setUsePlainTextEncryption(true)` and `isEncryptionAvailable` is false before; what
 * another key has written cannot be decrypted; the asynchronous calls reject where the others throw, read what the
 * synchronous ones wrote, and say with `shouldReEncrypt` that the key has been rotated.
 */
import { record, runtime } from '../runtime.ts'
import { strict } from '../strict.ts'

/** Electron's ciphertexts begin with the version of Chromium's OSCrypt. */
const MARK = 'v11:'

let usesPlainText = false

/** What a test changes while the application runs, besides the configuration. */
export const keychain = {
  ...runtime.config.encryption,
  /** Written before the last rotation: still read, and asked to be written again. */
  formerKey: null as string | null,
}

function isAvailable(): boolean {
  if (!runtime.isReady || !keychain.available) return false
  return process.platform !== 'linux' || keychain.backend !== 'basic_text' || usesPlainText
}

function encrypt(text: string): Buffer {
  if (!isAvailable())
    throw new Error(
      'Error while encrypting the text provided to safeStorage.encryptString. Encryption is not available.',
    )
  return Buffer.from(`${MARK}${keychain.key}:${Buffer.from(text).toString('hex')}`)
}

function decrypt(ciphertext: Buffer): { result: string; shouldReEncrypt: boolean } {
  if (!isAvailable())
    throw new Error(
      'Error while decrypting the ciphertext provided to safeStorage.decryptString. Decryption is not available.',
    )
  const text = ciphertext.toString()
  const [key, hex = ''] = text.slice(MARK.length).split(':')
  const isFormer = key === keychain.formerKey
  if (!text.startsWith(MARK) || (key !== keychain.key && !isFormer)) {
    throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptString.')
  }
  return { result: Buffer.from(hex, 'hex').toString(), shouldReEncrypt: isFormer }
}

export const safeStorage = strict('safeStorage', {
  isEncryptionAvailable: () => isAvailable(),
  isAsyncEncryptionAvailable: async () => isAvailable(),
  getSelectedStorageBackend: () => (runtime.isReady ? keychain.backend : 'unknown'),
  setUsePlainTextEncryption(plain: boolean): void {
    usesPlainText = plain
    record('safeStorage.setUsePlainTextEncryption', plain)
  },
  encryptString: encrypt,
  decryptString: (ciphertext: Buffer) => decrypt(ciphertext).result,
  encryptStringAsync: async (text: string) => encrypt(text),
  decryptStringAsync: async (ciphertext: Buffer) => decrypt(ciphertext),
})
