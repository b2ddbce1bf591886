/**
 * Opens the profiles.
 *
 * Names and addresses live in the settings file, keys in the secret store. A key leaves this folder only inside a
 * `ServiceAddress`, for one request. The bundled sample service is a profile that is never stored.
 */
import { z } from 'zod'
import { type Result, succeed } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { InputStorage, Profile } from '#contract/profiles.ts'
import type { ParsedInput } from '#contract/routes.ts'
import type { Clock } from '../ports/clock.ts'
import { parseBaseUrl } from '../service/base-url.ts'
import { apiOf } from '../service/registry.ts'
import type { ServiceAddress } from '../service/service-api.ts'
import { createKeyCleaner } from '../service/transport/key-cleaner.ts'
import {
  isBuiltIn,
  keyIsAway,
  LocalProfile,
  LOCAL_PROFILE_ID,
  newProfile,
  noSuchProfile,
  type ProfilesOptions,
  readStored,
  type ServiceLocation,
  toJson,
  type Stored,
} from './profiles.ts'
import { placeOf } from './bound-keys.ts'
import { ProfileKeys } from './profile-keys.ts'
import type { GivenKeys, OpenStorage } from './storage-keys.ts'

/** Reads the stored profiles and asks the secret store which keys it still has. */
export async function openProfiles(options: ProfilesOptions): Promise<Profiles> {
  const profiles = new StoredProfiles(options)
  await profiles.readKeyStates()
  return profiles
}

export type Profiles = Pick<StoredProfiles, Exclude<keyof StoredProfiles, 'readKeyStates'>>

class StoredProfiles {
  readonly #options: ProfilesOptions
  readonly #keys: ProfileKeys
  readonly #listeners = new Set<(profileId: string) => void>()
  readonly #local = new LocalProfile()
  /** Of a later version, or damaged: they stay in the file as they are. */
  readonly #unread: readonly Json[]
  #stored: readonly Stored[]
  #activeId: string

  constructor(options: ProfilesOptions) {
    const { file, secrets } = options
    this.#options = options
    this.#keys = new ProfileKeys(secrets, () => this.#announce())
    const { stored, unread } = readStored(file)
    this.#stored = stored
    this.#unread = unread
    this.#activeId = z.string().catch(LOCAL_PROFILE_ID).parse(file.get('activeProfileId'))
    if (!this.get(this.#activeId)) this.#activeId = LOCAL_PROFILE_ID
  }

  async readKeyStates(): Promise<void> {
    await this.#keys.readStates(this.#stored)
    this.#options.secrets.onResponse?.(() => void this.#askWaiting())
  }

  list() {
    return {
      items: [this.#local.shown(), ...this.#stored.map((profile) => this.#keys.shown(profile))],
      activeId: this.#activeId,
    }
  }

  get(id: string): Profile | null {
    return this.list().items.find((profile) => profile.id === id) ?? null
  }

  activeId(): string {
    return this.#activeId
  }

  async create(input: ParsedInput<'profiles.create'>): Promise<Result<Profile>> {
    const profile = newProfile(input)
    if (!profile.ok) return profile
    const written = input.apiKey === undefined ? profile : await this.#keys.write(profile.data, input.apiKey)
    if (!written.ok) return written
    this.#stored = [...this.#stored, written.data]
    this.#save()
    return succeed(this.#keys.shown(written.data))
  }

  async update(input: ParsedInput<'profiles.update'>): Promise<Result<Profile>> {
    const found = this.#editable(input.id)
    if (!found.ok) return found
    const baseUrl =
      input.baseUrl === undefined
        ? succeed(found.data.baseUrl)
        : parseBaseUrl(input.baseUrl, apiOf(found.data.kind))
    if (!baseUrl.ok) return baseUrl
    const profile: Stored = { ...found.data, name: input.name ?? found.data.name, baseUrl: baseUrl.data }
    if (!profile.keyGiven || !isElsewhere(found.data, profile)) return this.#replace(profile)
    // A key belongs to the service it was entered for: another origin must not receive it.
    const isBack = await this.putsBack(profile.id, profile.baseUrl)
    if (isBack) this.#keys.noteBack(profile.id)
    const written = isBack ? succeed(profile) : await this.#keys.write(profile, null)
    return written.ok ? this.#replace(written.data) : written
  }

  /** Whether the profile was changed outside of Atelier, and this is the address that its key was entered for. */
  async putsBack(id: string, baseUrl: string): Promise<boolean> {
    const profile = this.#find(id)
    if (!profile || this.#keys.state(id) !== 'elsewhere') return false
    return (await this.#keys.find({ ...profile, baseUrl }))?.kind === 'here'
  }

  async setKey(id: string, apiKey: string | null): Promise<Result<Profile>> {
    const found = this.#editable(id)
    if (!found.ok) return found
    const written = await this.#keys.write(found.data, apiKey)
    return written.ok ? this.#replace(written.data) : written
  }

  activate(id: string): Result<Record<string, never>> {
    if (!this.get(id)) return noSuchProfile()
    this.#setActive(id)
    this.#announce()
    return succeed({})
  }

  async remove(id: string): Promise<Result<Record<string, never>>> {
    const found = this.#editable(id)
    if (!found.ok) return found
    await this.#keys.remove(found.data)
    this.#stored = this.#stored.filter((profile) => profile.id !== id)
    if (this.#activeId === id) this.#setActive(LOCAL_PROFILE_ID)
    this.#save()
    return succeed({})
  }

  /**
   * Where to send a request, with which key and through which proxy. Fails with `unauthorized` when the key is lost,
   * `service_unavailable` while the sample service is down, `not_found` for no such profile.
   */
  async address(id: string): Promise<Result<ServiceAddress>> {
    const { findProxy } = this.#options
    if (id === LOCAL_PROFILE_ID) return this.#local.address(findProxy)
    const profile = this.#find(id)
    if (!profile) return noSuchProfile()
    const { baseUrl, keyGiven, kind, name } = profile
    const api = apiOf(kind)
    if (!keyGiven) return succeed({ api, baseUrl, findProxy })
    const found = await this.#keys.find(profile)
    // The address and its key may have changed meanwhile: the two never mix.
    if (this.#find(id)?.baseUrl !== baseUrl) return this.address(id)
    if (found?.kind !== 'here') return keyIsAway(name, this.#keys.noteAway(id, found))
    // A locked keychain that was opened gives the key back.
    if (this.#keys.noteBack(id)) this.#changed(id)
    return succeed({ api, baseUrl, apiKey: found.key, findProxy })
  }

  /** Omitted keys stay as they are; storage null removes the bucket and its keys. */
  async setStorage(id: string, storage: InputStorage | null, keys: GivenKeys): Promise<Result<Profile>> {
    const found = this.#editable(id)
    if (!found.ok) return found
    const changed = await this.#keys.setStorage(found.data, storage, keys)
    return changed.ok ? this.#replace(changed.data) : changed
  }

  /** The bucket with its keys. Fails with `invalid_input` where none is set up, with `not_sent` where its keys are lost. */
  openStorage(id: string): Promise<Result<OpenStorage>> {
    return this.#keys.openStorage(id, this.#find(id))
  }

  /** `starting`: its place follows. */
  setLocalService(at: ServiceLocation | 'starting' | null): void {
    this.#local.set(at)
    if (at === 'starting') return
    this.#announce()
    if (at) this.#changed(LOCAL_PROFILE_ID)
  }

  /** Waits for the sample service where the profile is its own and it is just starting, at most some seconds. */
  async untilStarted(id: string, clock: Clock): Promise<void> {
    if (id === LOCAL_PROFILE_ID) await this.#local.untilStarted(clock)
  }

  /** The text with every stored key replaced, also where it is escaped or encoded. */
  async withoutKeys(text: string): Promise<string> {
    const keys = [this.#local.apiKey]
    for (const { id } of this.#stored) keys.push(...(await this.#keys.bare(id)))
    const clean = (rest: string, key: string | null): string =>
      key ? createKeyCleaner(key).text(rest.replaceAll(key, '[removed]')) : rest
    return keys.reduce<string>(clean, text)
  }

  /** Calls the listener after the address or key of a profile changed, with its id, until the returned function is called. */
  onAddressChange(listener: (profileId: string) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #find(id: string): Stored | undefined {
    return this.#stored.find((profile) => profile.id === id)
  }

  #editable(id: string): Result<Stored> {
    if (id === LOCAL_PROFILE_ID) return isBuiltIn()
    const found = this.#find(id)
    return found ? succeed(found) : noSuchProfile()
  }

  #replace(profile: Stored): Result<Profile> {
    this.#stored = this.#stored.map((other) => (other.id === profile.id ? profile : other))
    this.#save()
    this.#changed(profile.id)
    return succeed(this.#keys.shown(profile))
  }

  #setActive(id: string): void {
    this.#activeId = id
    this.#options.file.set('activeProfileId', id)
  }

  #save(): void {
    this.#options.file.set('profiles', [...this.#stored.map(toJson), ...this.#unread])
    this.#announce()
  }

  /** The keychain has answered: what waits for its key goes on, or is told that it is lost. */
  async #askWaiting(): Promise<void> {
    for (const id of this.#keys.waiting()) await this.address(id)
  }

  #announce(): void {
    this.#options.events.emit('profiles.changed', this.list())
  }

  #changed(id: string): void {
    for (const listener of this.#listeners) listener(id)
  }
}

function isElsewhere(before: Stored, after: Stored): boolean {
  return placeOf(before.kind, before.baseUrl) !== placeOf(after.kind, after.baseUrl)
}
