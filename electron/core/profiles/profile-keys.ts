/**
 * The keys of the profiles, of their services and of their buckets: which of them the secret store has, and what becomes of them when the
 * user gives one, moves a profile or takes it away.
 */
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { InputStorage, KeyState, Profile, StorageKeyState } from '#contract/profiles.ts'
import { isLocalService } from '../network/safe-address.ts'
import type { Secrets } from '../ports/settings.ts'
import { type BoundKeys, createBoundKeys, type FoundKey, placeOf } from './bound-keys.ts'
import { parseStorage } from './object-address.ts'
import { shown, type Stored } from './profiles.ts'
import {
  createStorageKeys,
  type GivenKeys,
  isWellFormedKey,
  type OpenStorage,
  type StorageKeys,
} from './storage-keys.ts'

export class ProfileKeys {
  readonly #secrets: Secrets
  /** What is known of a key has changed. */
  readonly #announce: () => void
  readonly #keys: BoundKeys
  readonly #storageKeys: StorageKeys
  readonly #states = new Map<string, KeyState>()
  readonly #storageStates = new Map<string, StorageKeyState>()

  constructor(secrets: Secrets, announce: () => void) {
    this.#secrets = secrets
    this.#announce = announce
    this.#keys = createBoundKeys(secrets)
    this.#storageKeys = createStorageKeys(this.#keys)
  }

  /** Asks the secret store which keys it still has. */
  async readStates(stored: readonly Stored[]): Promise<void> {
    for (const profile of stored) {
      const { id, keyGiven, storage, storageKeysGiven } = profile
      const found = await this.find(profile)
      this.#states.set(id, keyGiven ? this.#stateOf(found) : 'none')
      if (storage) this.#storageStates.set(id, await this.#storageKeys.state(id, storage, storageKeysGiven))
    }
  }

  shown(profile: Stored): Profile {
    return shown(profile, this.#states.get(profile.id), this.#storageStates.get(profile.id))
  }

  state(id: string): KeyState | undefined {
    return this.#states.get(id)
  }

  /** Those whose key the store may still give. */
  waiting(): readonly string[] {
    return [...this.#states].flatMap(([id, state]) => (state === 'waiting' ? [id] : []))
  }

  find({ id, kind, baseUrl }: Stored): Promise<FoundKey> {
    return this.#keys.find(id, placeOf(kind, baseUrl))
  }

  /** The store does not give a key that was given once, or it belongs to another address. Returns which. */
  noteAway(id: string, found: FoundKey): 'lost' | 'waiting' | 'elsewhere' {
    const absence = found ? 'elsewhere' : this.#absence()
    this.#note(this.#states, id, absence)
    return absence
  }

  /** The store gives the key of the address. Returns whether that is news. */
  noteBack(id: string): boolean {
    return this.#note(this.#states, id, 'saved')
  }

  /** Fails with `invalid_input` for a malformed key. `apiKey` null takes it away. Returns the profile as it is to be stored. */
  async write(profile: Stored, apiKey: string | null): Promise<Result<Stored>> {
    if (apiKey !== null && !isWellFormedKey(apiKey))
      return fail('invalid_input', 'profiles.keyMalformed', { field: 'apiKey' })
    const written =
      apiKey === null
        ? succeed(await this.#keys.remove(profile.id))
        : await this.#keys.write(profile.id, apiKey, placeOf(profile.kind, profile.baseUrl))
    if (!written.ok) return written
    this.#states.set(profile.id, apiKey === null ? 'none' : 'saved')
    return succeed({ ...profile, keyGiven: apiKey !== null })
  }

  /** Omitted keys stay as they are; `storage` null removes the bucket and its keys. Returns the profile as it is to be stored. */
  async setStorage(profile: Stored, storage: InputStorage | null, given: GivenKeys): Promise<Result<Stored>> {
    const { id } = profile
    if (!storage) {
      await this.#storageKeys.remove(id)
      this.#storageStates.delete(id)
      return succeed({ ...profile, storage: null, storageKeysGiven: false })
    }
    const parsed = parseStorage(storage, isLocalService(profile.baseUrl))
    if (!parsed.ok) return parsed
    const written = await this.#storageKeys.write(id, given, parsed.data, profile.storage)
    if (!written.ok) return written
    const state = await this.#storageKeys.state(id, parsed.data, profile.storageKeysGiven)
    this.#storageStates.set(id, state)
    return succeed({ ...profile, storage: parsed.data, storageKeysGiven: state !== 'none' })
  }

  /** The bucket with its keys. Fails with `invalid_input` where none is set up, with `not_sent` where its keys are lost. */
  async openStorage(id: string, profile: Stored | undefined): Promise<Result<OpenStorage>> {
    const opened = await this.#storageKeys.open(id, profile)
    if (!opened.ok && profile?.storage) {
      const state = await this.#storageKeys.state(id, profile.storage, profile.storageKeysGiven)
      this.#note(this.#storageStates, id, state)
    }
    return opened
  }

  /** Of a profile that goes away. */
  async remove({ id, storage }: Stored): Promise<void> {
    await this.#keys.remove(id)
    if (storage) await this.#storageKeys.remove(id)
    this.#states.delete(id)
    this.#storageStates.delete(id)
  }

  /** All of a profile's, wherever they belong. For taking them out of a text. */
  async bare(id: string): Promise<readonly (string | null)[]> {
    return [await this.#keys.bare(id), ...(await this.#storageKeys.bare(id))]
  }

  #stateOf(found: FoundKey): KeyState {
    if (found === null) return this.#absence()
    return found.kind === 'here' ? 'saved' : 'elsewhere'
  }

  /** What it means that the store does not give a key that was given once. */
  #absence(): 'lost' | 'waiting' {
    return this.#secrets.isWaiting ? 'waiting' : 'lost'
  }

  #note<State>(states: Map<string, State>, id: string, state: State): boolean {
    if (states.get(id) === state) return false
    states.set(id, state)
    this.#announce()
    return true
  }
}
