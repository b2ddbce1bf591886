/** Stands in for `safeStorage` in unit tests: a keychain that a test can lock, reset or take away. */

/** What a test plays of the system's protection. */
export function createEncryption() {
  return {
    available: true as boolean | Error,
    backend: 'gnome_libsecret' as string | Error,
    /** Part of every ciphertext: another key cannot decrypt it. */
    key: 'k1',
    /** Decrypts still, and what it encrypted is asked to be encrypted again. */
    formerKey: null as string | null,
    usesPlainText: false,
    /** How Chromium on Linux marks a ciphertext: v10 for the password everybody knows, v11 for a keychain's key. */
    mark: null as string | null,
    fails: { encrypt: false, decrypt: false },
    /** A locked keychain whose user is away. */
    isSilent: false,
  }
}

export type Encryption = ReturnType<typeof createEncryption>

/** The asynchronous calls alone: the others are deprecated, and nothing may use them. `current` is asked at every call. */
export function createSafeStorage(current: () => Encryption) {
  function isUnlocked(): boolean {
    const { available, backend, usesPlainText } = current()
    return available === true && (backend !== 'basic_text' || usesPlainText)
  }
  function keychainAnswer<Answer>(answer: Answer): Promise<Answer> {
    return current().isSilent ? new Promise(() => undefined) : Promise.resolve(answer)
  }
  return {
    isAsyncEncryptionAvailable: async () =>
      orThrow(current().available) && (await keychainAnswer(isUnlocked())),
    getSelectedStorageBackend: () => orThrow(current().backend),
    setUsePlainTextEncryption: (usesPlainText: boolean) => void (current().usesPlainText = usesPlainText),
    async encryptStringAsync(text: string) {
      const { key, mark, fails, backend } = current()
      if (fails.encrypt || !isUnlocked()) throw new Error('Error while encrypting the text provided.')
      const prefix = mark ?? (backend === 'basic_text' ? 'v10' : 'v11')
      return keychainAnswer(Buffer.from(`${prefix}:${key}:${Buffer.from(text).toString('hex')}`))
    },
    async decryptStringAsync(ciphertext: Buffer) {
      const { key, formerKey, fails } = current()
      const [, usedKey, hex = ''] = ciphertext.toString().split(':')
      const isKnown = usedKey === key || (formerKey !== null && usedKey === formerKey)
      if (fails.decrypt || !isKnown || !isUnlocked()) {
        throw new Error('Error while decrypting the ciphertext provided.')
      }
      return keychainAnswer({ result: Buffer.from(hex, 'hex').toString(), shouldReEncrypt: usedKey !== key })
    },
  }
}

function orThrow<Value>(value: Value | Error): Value {
  if (value instanceof Error) throw value
  return value
}
