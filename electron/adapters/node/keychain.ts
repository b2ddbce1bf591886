/**
 * Keys in the system's keychain: Keychain on macOS, Credential Manager on Windows, the Secret Service on Linux.
 *
 * Whether there is one is found out by using it: a probe is written, read and deleted. Linux's kernel keyring is not used, for
 * it forgets at a restart what the user was told is saved.
 */
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { fail, succeed } from '#contract/errors.ts'
import type { Secrets } from '#core/ports/settings.ts'

const SERVICE = 'Atelier'
/** A locked keychain asks the user; a start does not wait for the answer longer than this. */
const PROBE_LIMIT_MS = 3_000

/** What of a keychain's entry is used. */
export interface KeychainEntry {
  setPassword(password: string, signal?: AbortSignal): Promise<void>
  getPassword(signal?: AbortSignal): Promise<string | null>
  deletePassword(signal?: AbortSignal): Promise<boolean>
}

export type OpenEntry = (service: string, account: string) => KeychainEntry

/** The system's keychain, or null where it is missing, refuses, or does not answer in `probeLimitMs`. */
export async function openKeychain(
  dataDir: string,
  openEntry?: OpenEntry,
  probeLimitMs = PROBE_LIMIT_MS,
): Promise<Secrets | null> {
  const scope = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16)
  const open = openEntry ?? (await loadSystemEntry())
  const entry = (name: string) => open(SERVICE, `${scope}/${name}`)
  if (!(await isWorking(() => entry('probe'), probeLimitMs))) return null
  return {
    protection: 'os',
    get: (name) =>
      entry(`secret/${name}`)
        .getPassword()
        .catch(() => null),
    set: (name, secret) =>
      entry(`secret/${name}`)
        .setPassword(secret)
        .then(
          () => succeed(null),
          () => fail('not_available_here', 'hosts.keychainRefused', { field: 'apiKey' }),
        ),
    delete: async (name) => void (await entry(`secret/${name}`).deletePassword()),
  }
}

async function isWorking(openProbe: () => KeychainEntry, limitMs: number): Promise<boolean> {
  const signal = AbortSignal.timeout(limitMs)
  const tooLate = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The keychain did not answer.')), { once: true })
  })
  const probe = async () => {
    const entry = openProbe()
    await entry.setPassword('probe', signal)
    const answer = await entry.getPassword(signal)
    await entry.deletePassword(signal)
    return answer === 'probe'
  }
  return Promise.race([probe(), tooLate]).catch(() => false)
}

/** Loaded when it is used: the installed program is packed without it, and has Electron's. */
async function loadSystemEntry(): Promise<OpenEntry> {
  const { AsyncEntry } = await import('@napi-rs/keyring')
  return (service, account) => new AsyncEntry(service, account, { linux: { store: 'secret-service' } })
}

/** Keys in this process's memory, for machines without a keychain that can be trusted. Gone when Atelier ends. */
export function createSessionSecrets(): Secrets {
  const secrets = new Map<string, string>()
  return {
    protection: 'session',
    get: async (name) => secrets.get(name) ?? null,
    set: async (name, secret) => {
      secrets.set(name, secret)
      return succeed(null)
    },
    delete: async (name) => void secrets.delete(name),
  }
}
