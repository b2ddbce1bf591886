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
/** The system's own question may stay open; whoever saves a key hears that it waits. */
const WRITE_LIMIT_MS = 30_000

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
  writeLimitMs = WRITE_LIMIT_MS,
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
    // An answer that comes later still stores it.
    set: (name, secret) =>
      within(writeLimitMs, () => entry(`secret/${name}`).setPassword(secret)).then(
        () => succeed(null),
        (error: unknown) =>
          fail('not_available_here', error === TOO_LATE ? 'hosts.keychainSilent' : 'hosts.keychainRefused', {
            field: 'apiKey',
          }),
      ),
    delete: async (name) => void (await entry(`secret/${name}`).deletePassword()),
  }
}

const TOO_LATE = new Error('The keychain did not answer.')

/** Rejects with what `work` rejects with, or with TOO_LATE. */
async function within<Value>(limitMs: number, work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
  const signal = AbortSignal.timeout(limitMs)
  const tooLate = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(TOO_LATE), { once: true })
  })
  return Promise.race([work(signal), tooLate])
}

async function isWorking(openProbe: () => KeychainEntry, limitMs: number): Promise<boolean> {
  const probe = async (signal: AbortSignal) => {
    const entry = openProbe()
    await entry.setPassword('probe', signal)
    const secret = await entry.getPassword(signal)
    await entry.deletePassword(signal)
    return secret === 'probe'
  }
  return within(limitMs, probe).catch(() => false)
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
