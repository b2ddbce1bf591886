/**
 * Keys of the desktop: sealed by the system in `secrets.json`, else in this process's memory.
 *
 * Before anything is stored, the system is asked what its protection is worth. Where that is a password everybody knows, the
 * user decides first, and the answer is kept in the settings. What cannot be opened (a keychain that is locked, reset or
 * another one) reads as absent and stays where it is: the user is asked for the key again, and nothing is deleted. A key that is
 * set while a keychain's own question is open is held in memory, and stored when that is answered.
 */
import { z } from 'zod'
import { fail, succeed, type Result } from '#contract/errors.ts'
import type { SecretProtection } from '#contract/profiles.ts'
import type { Secrets, SettingsFile } from '#core/ports/settings.ts'
import { createSealing, type Offer, type Sealing, openSecretsFile } from './sealing.ts'

const SETTING = 'keyStorage'
const keyStorage = z.enum(['readable', 'session'])
/** `readable`: in a file that every program of this user can read. `session`: in memory, until Atelier ends. */
export type KeyStorage = z.infer<typeof keyStorage>

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
  const answer = keyStorage.nullable().catch(null).parse(settings.get(SETTING))
  if (answer === 'readable') sealing.allowReadable()
  const file = openSecretsFile(dataDir, checkFolder)
  return new SafeSecrets({ file, settings, ask, log, sealing }, answer, await sealing.offer())
}

interface SafeSecretsDeps extends Required<Pick<SafeStorageOptions, 'settings' | 'ask' | 'log' | 'sealing'>> {
  readonly file: ReturnType<typeof openSecretsFile>
}

/** Keys as ciphertext in a file, or in memory where the system cannot seal them and the user does not allow a readable file. */
class SafeSecrets implements Secrets {
  readonly #deps: SafeSecretsDeps
  readonly #session = new Map<string, string>()
  /** Names in the session that wait for the keychain's answer. */
  readonly #held = new Set<string>()
  #answer: KeyStorage | null
  #asking: Promise<KeyStorage> | null = null
  #offer: Offer

  constructor(deps: SafeSecretsDeps, answer: KeyStorage | null, offer: Offer) {
    this.#deps = deps
    this.#answer = answer
    this.#offer = offer
    deps.sealing.onResponse(() => void this.#storeHeld())
  }

  get protection(): SecretProtection {
    return protectionOf(this.#offer, this.#answer)
  }

  get isWaiting(): boolean {
    return this.#deps.sealing.isWaiting()
  }

  onResponse(listener: () => void): void {
    this.#deps.sealing.onResponse(listener)
  }

  get choose(): (() => Promise<void>) | undefined {
    return this.#offer === 'readable' ? () => this.#choose() : undefined
  }

  async get(name: string): Promise<string | null> {
    return this.#session.get(name) ?? (await this.#fromFile(name))
  }

  async set(name: string, secret: string): Promise<Result<null>> {
    this.#held.delete(name)
    const sealed = await this.#sealFor(secret)
    const isHeld = this.#deps.sealing.isWaiting()
    if (!sealed.ok && !isHeld) return sealed
    const ciphertext = sealed.ok ? sealed.data : null
    if (ciphertext === null) {
      this.#session.set(name, secret)
      if (isHeld) this.#held.add(name)
      return succeed(null)
    }
    await this.#deps.file.change((entries) => ({ ...entries, [name]: ciphertext }))
    this.#session.delete(name)
    return succeed(null)
  }

  async delete(name: string): Promise<void> {
    const { file } = this.#deps
    await file.change((entries) => (Object.hasOwn(entries, name) ? without(entries, name) : null))
    this.#held.delete(name)
    this.#session.delete(name)
  }

  /** The keychain has answered: what was set meanwhile is stored, unless it was set again or deleted. */
  async #storeHeld(): Promise<void> {
    const { file, log } = this.#deps
    for (const name of this.#held) {
      const secret = this.#session.get(name)
      const sealed = secret === undefined ? null : await this.#sealFor(secret)
      if (!sealed?.ok || sealed.data === null) continue
      const ciphertext = sealed.data
      const isStill = (): boolean => this.#held.has(name) && this.#session.get(name) === secret
      try {
        await file.change((entries) => (isStill() ? { ...entries, [name]: ciphertext } : null))
        if (isStill()) this.#session.delete(name)
        this.#held.delete(name)
      } catch (error) {
        log(`A key could not be stored: ${String(error)}`)
      }
    }
  }

  #askOnce(): Promise<KeyStorage> {
    const { ask, settings, sealing } = this.#deps
    this.#asking ??= (async () => {
      const given = await ask()
      this.#answer = given ?? 'session'
      if (given !== null) settings.set(SETTING, given)
      if (this.#answer === 'readable') sealing.allowReadable()
      this.#offer = await sealing.offer()
      return this.#answer
    })().finally(() => (this.#asking = null))
    return this.#asking
  }

  /** What may be used for keys at this moment. Asks nobody. */
  async #usable(): Promise<boolean> {
    this.#offer = await this.#deps.sealing.offer()
    return this.#offer === 'os' || (this.#offer === 'readable' && this.#answer === 'readable')
  }

  /** The ciphertext that may be written; null where the key must stay in memory; a failure where the keychain refuses. */
  async #sealFor(secret: string): Promise<Result<string | null>> {
    const { sealing } = this.#deps
    this.#offer = await sealing.offer()
    if (this.#offer === 'readable' && (this.#answer ?? (await this.#askOnce())) !== 'readable')
      return succeed(null)
    if (this.#offer === 'none') return succeed(null)
    const sealed = await sealing.seal(secret)
    if (sealed === null) return fail('not_available_here', 'hosts.keychainRefused', { field: 'apiKey' })
    if (!sealed.isReadable || this.#answer === 'readable') return succeed(sealed.ciphertext)
    // A keychain was selected and is not used all the same.
    this.#offer = await sealing.offer()
    return succeed((this.#answer ?? (await this.#askOnce())) === 'readable' ? sealed.ciphertext : null)
  }

  /** Seals again what the system has a better key for. Where that fails, the old ciphertext stays. */
  async #renew(name: string, outdated: string, secret: string): Promise<void> {
    const { file, log, sealing } = this.#deps
    const sealed = await sealing.seal(secret)
    if (sealed === null || (sealed.isReadable && this.#answer !== 'readable')) return
    if ((await sealing.open(sealed.ciphertext))?.secret !== secret) return
    await file
      .change((entries) => (entries[name] === outdated ? { ...entries, [name]: sealed.ciphertext } : null))
      .catch((error: unknown) => log(`A key could not be sealed again: ${String(error)}`))
  }

  async #fromFile(name: string): Promise<string | null> {
    const { file, log, sealing } = this.#deps
    const entries = await file.read()
    const ciphertext = Object.hasOwn(entries, name) ? entries[name] : undefined
    if (ciphertext === undefined || !(await this.#usable())) return null
    const opened = await sealing.open(ciphertext)
    if (opened === null) log('A key could not be opened. It stays where it is.')
    else if (opened.isOutdated) await this.#renew(name, ciphertext, opened.secret)
    return opened?.secret ?? null
  }

  async #choose(): Promise<void> {
    const isReadable = (await this.#askOnce()) === 'readable'
    if (isReadable) for (const [name, secret] of this.#session) await this.set(name, secret)
    else if (this.#offer === 'readable') await this.#moveIntoSession()
  }

  /** Only what can be opened leaves the file; it is held in memory by then. */
  async #moveIntoSession(): Promise<void> {
    const { file, sealing } = this.#deps
    for (const [name, ciphertext] of Object.entries(await file.read())) {
      const opened = await sealing.open(ciphertext)
      if (opened === null) continue
      this.#session.set(name, opened.secret)
      await file.change((entries) => (entries[name] === ciphertext ? without(entries, name) : null))
    }
  }
}

function without<Value>(entries: Record<string, Value>, name: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(entries).filter(([key]) => key !== name))
}

function protectionOf(offer: Offer, answer: KeyStorage | null): SecretProtection {
  if (offer === 'os') return 'os'
  if (offer === 'none') return 'session'
  return answer ?? 'undecided'
}
