/**
 * Keys encrypted by the system (Electron's safeStorage) in `secrets.json` of the data directory.
 *
 * The file holds ciphertexts only. What cannot be decrypted (a keychain that was reset, a file from another machine) reads
 * as absent and stays where it is: the user is asked again, and nothing is deleted to recover from an error.
 */
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { safeStorage } from 'electron'
import { z } from 'zod'
import type { Secrets } from '#core/ports/secrets.ts'
import { writeWhole } from './write-whole.ts'

/** Backends that keep the encryption key in the system's own store. `basic_text` encrypts with a key that everybody knows. */
const SAFE_BACKENDS: ReadonlySet<string> = new Set(['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6'])

const ciphertexts = z.record(z.string(), z.base64())
type Ciphertexts = z.infer<typeof ciphertexts>

/** The system's protection, or null where there is none that deserves the name. Call when the app is ready. */
export function openSafeStorage(
  dataDir: string,
  platform: NodeJS.Platform = process.platform,
): Secrets | null {
  if (!isProtected(platform)) return null
  const path = join(dataDir, 'secrets.json')
  let lastChange: Promise<void> = Promise.resolve()

  async function apply(edit: (entries: Ciphertexts) => Ciphertexts): Promise<void> {
    const entries = edit((await read(path)) ?? (await setAside(path)))
    await writeWhole(path, JSON.stringify(entries))
  }

  /** One change after the other, so that none overwrites what another has just written. */
  function change(edit: (entries: Ciphertexts) => Ciphertexts): Promise<void> {
    const next = lastChange.then(() => apply(edit))
    lastChange = next.catch(() => undefined)
    return next
  }

  return {
    protection: 'os',
    async get(name) {
      await lastChange
      const entries = (await read(path)) ?? {}
      return Object.hasOwn(entries, name) ? decrypt(entries[name] ?? '') : null
    },
    async set(name, secret) {
      const ciphertext = safeStorage.encryptString(secret).toString('base64')
      await change((entries) => ({ ...entries, [name]: ciphertext }))
    },
    delete: (name) =>
      change((entries) => Object.fromEntries(Object.entries(entries).filter(([key]) => key !== name))),
  }
}

function isProtected(platform: NodeJS.Platform): boolean {
  try {
    if (!safeStorage.isEncryptionAvailable()) return false
    return platform !== 'linux' || SAFE_BACKENDS.has(safeStorage.getSelectedStorageBackend())
  } catch {
    return false
  }
}

function decrypt(ciphertext: string): string | null {
  try {
    return safeStorage.decryptString(Buffer.from(ciphertext, 'base64'))
  } catch {
    return null
  }
}

/** The entries; none where there is no file; null where the file is not what this module writes. */
async function read(path: string): Promise<Ciphertexts | null> {
  try {
    return ciphertexts.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? {} : null
  }
}

/** Keeps an unreadable file under another name and begins with an empty one. */
async function setAside(path: string): Promise<Ciphertexts> {
  await rename(path, path.replace(/\.json$/, `.broken-${Date.now()}.json`))
  return {}
}
