/**
 * Keys of the desktop: sealed by the system in `secrets.json`, else in this process's memory.
 *
 * Before anything is stored, the system is asked what its protection is worth. Where that is a password everybody knows, the
 * user decides first, and the answer is kept in the settings. What cannot be opened (a keychain that is locked, reset or
 * another one) reads as absent and stays where it is: the user is asked for the key again, and nothing is deleted.
 */
import { z } from 'zod'
import { fail, succeed } from '#contract/errors.ts'
import type { SecretProtection } from '#contract/profiles.ts'
import type { Secrets } from '#core/ports/secrets.ts'
import type { SettingsFile } from '#core/ports/settings.ts'
import { createSealing, type Offer, type Sealing } from './sealing.ts'
import { openSecretsFile } from './secrets-file.ts'

const SETTING = 'keyStorage'
const keyStorage = z.enum(['readable', 'session'])
/** `readable`: in a file that every program of this user can read. `session`: in memory, until Atelier ends. */
export type KeyStorage = z.infer<typeof keyStorage>

const REFUSED =
  "The system's keychain refused the key, and it was not saved. Unlock the keychain and save the key again."

export interface SafeStorageOptions {
  readonly dataDir: string
  readonly settings: SettingsFile
  /** Asks the user; null where the question is closed without an answer, which holds for this session. */
  readonly ask: () => Promise<KeyStorage | null>
  readonly log: (line: string) => void
  /** Throws what a disk throws, where the data folder is gone. */
  readonly checkFolder?: () => void
  readonly sealing?: Sealing
}

/** Call when the app is ready. Nothing is asked and nothing written before the first key is set. */
export async function openSafeStorage(options: SafeStorageOptions): Promise<Secrets> {
  const { dataDir, settings, ask, log, checkFolder, sealing = createSealing() } = options
  const file = openSecretsFile(dataDir, checkFolder)
  const session = new Map<string, string>()
  let answer = keyStorage.nullable().catch(null).parse(settings.get(SETTING))
  let asking: Promise<KeyStorage> | null = null
  if (answer === 'readable') sealing.allowReadable()
  let offer = await sealing.offer()

  function askOnce(): Promise<KeyStorage> {
    asking ??= (async () => {
      const given = await ask()
      answer = given ?? 'session'
      if (given !== null) settings.set(SETTING, given)
      if (answer === 'readable') sealing.allowReadable()
      offer = await sealing.offer()
      return answer
    })().finally(() => (asking = null))
    return asking
  }

  /** What may be used for keys at this moment. Asks nobody. */
  async function usable(): Promise<boolean> {
    offer = await sealing.offer()
    return offer === 'os' || (offer === 'readable' && answer === 'readable')
  }

  /** The ciphertext that may be written; null where the key must stay in memory; a failure where the keychain refuses. */
  async function sealFor(secret: string) {
    offer = await sealing.offer()
    if (offer === 'readable' && (answer ?? (await askOnce())) !== 'readable') return succeed(null)
    if (offer === 'none') return succeed(null)
    const sealed = await sealing.seal(secret)
    if (sealed === null) return fail('not_available_here', REFUSED, { field: 'apiKey' })
    if (!sealed.isReadable || answer === 'readable') return succeed(sealed.ciphertext)
    // A keychain was selected and is not used all the same.
    offer = await sealing.offer()
    return succeed((answer ?? (await askOnce())) === 'readable' ? sealed.ciphertext : null)
  }

  /** Seals again what the system has a better key for. Where that fails, the old ciphertext stays. */
  async function renew(name: string, outdated: string, secret: string): Promise<void> {
    const sealed = await sealing.seal(secret)
    if (sealed === null || (sealed.isReadable && answer !== 'readable')) return
    if ((await sealing.open(sealed.ciphertext))?.secret !== secret) return
    await file
      .change((entries) => (entries[name] === outdated ? { ...entries, [name]: sealed.ciphertext } : null))
      .catch((error: unknown) => log(`A key could not be sealed again: ${String(error)}`))
  }

  async function fromFile(name: string): Promise<string | null> {
    const entries = await file.read()
    const ciphertext = Object.hasOwn(entries, name) ? entries[name] : undefined
    if (ciphertext === undefined || !(await usable())) return null
    const opened = await sealing.open(ciphertext)
    if (opened === null) log('A key could not be opened. It stays where it is.')
    else if (opened.isOutdated) await renew(name, ciphertext, opened.secret)
    return opened?.secret ?? null
  }

  const secrets: Secrets = {
    get protection() {
      return protectionOf(offer, answer)
    },
    get choose() {
      return offer === 'readable' ? choose : undefined
    },
    get: async (name) => session.get(name) ?? (await fromFile(name)),
    async set(name, secret) {
      const sealed = await sealFor(secret)
      if (!sealed.ok) return sealed
      const ciphertext = sealed.data
      if (ciphertext === null) {
        session.set(name, secret)
        return succeed(null)
      }
      await file.change((entries) => ({ ...entries, [name]: ciphertext }))
      session.delete(name)
      return succeed(null)
    },
    async delete(name) {
      await file.change((entries) => (Object.hasOwn(entries, name) ? without(entries, name) : null))
      session.delete(name)
    },
  }

  async function choose(): Promise<void> {
    const isReadable = (await askOnce()) === 'readable'
    if (isReadable) for (const [name, secret] of session) await secrets.set(name, secret)
    else if (offer === 'readable') await moveIntoSession()
  }

  /** Only what can be opened leaves the file; it is held in memory by then. */
  async function moveIntoSession(): Promise<void> {
    for (const [name, ciphertext] of Object.entries(await file.read())) {
      const opened = await sealing.open(ciphertext)
      if (opened === null) continue
      session.set(name, opened.secret)
      await file.change((entries) => (entries[name] === ciphertext ? without(entries, name) : null))
    }
  }

  return secrets
}

function without<Value>(entries: Record<string, Value>, name: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(entries).filter(([key]) => key !== name))
}

function protectionOf(offer: Offer, answer: KeyStorage | null): SecretProtection {
  if (offer === 'os') return 'os'
  if (offer === 'none') return 'session'
  return answer ?? 'undecided'
}
