/**
 * Profiles: which services there are, under which address, and which one is active.
 *
 * Names and addresses live in the settings file, keys in the secret store, and a key leaves this room only as part of a
 * `ServiceAddress` for one request. The bundled local service is a profile that is never stored.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { InputStorage, KeyState, Profile } from '#contract/profiles.ts'
import type { EventBus } from '../events.ts'
import { parseStorage } from '../inputs/storage/object-address.ts'
import type { Secrets } from '../ports/secrets.ts'
import type { SettingsFile } from '../ports/settings.ts'
import { isLocalService } from '../results/safe-address.ts'
import { parseBaseUrl } from '../service/base-url.ts'
import { storedSchema, toJson, type Stored } from './stored-profile.ts'
import { createStorageKeeper, type GivenKeys, type OpenStorage } from './profile-storage.ts'
import type { ServiceAddress } from '../service/service-api.ts'

export const LOCAL_PROFILE_ID = 'sample-studio'
const LOCAL_PROFILE_NAME = 'Sample studio'

const NO_STORAGE =
  'This service has no storage for inputs. Set one up in Settings, or send the input inside the request.'
const NO_STORAGE_KEYS = 'The keys of the storage for inputs are missing. Enter them in Settings.'
const LOST_STORAGE_KEYS =
  'The keys of the storage for inputs are no longer kept. Enter them again in Settings.'
/** The keys may come back by themselves, with a keychain that was locked. */
const ASK_AGAIN_MS = 60_000

export interface Profiles {
  list(): { readonly items: readonly Profile[]; readonly activeId: string }
  get(id: string): Profile | null
  activeId(): string
  create(input: { name: string; baseUrl: string; apiKey?: string | undefined }): Promise<Result<Profile>>
  update(input: {
    id: string
    name?: string | undefined
    baseUrl?: string | undefined
  }): Promise<Result<Profile>>
  setKey(id: string, apiKey: string | null): Promise<Result<Profile>>
  activate(id: string): Result<Record<string, never>>
  remove(id: string): Promise<Result<Record<string, never>>>
  /**
   * Where to send a request and with which key, or why that is impossible now: `unauthorized` when the key is lost,
   * `service_unavailable` while the local service is down, `not_found` for no such profile.
   */
  address(id: string): Promise<Result<ServiceAddress>>
  /** Keys left out stay as they were; storage null forgets the bucket and its keys. */
  setStorage(id: string, storage: InputStorage | null, keys: GivenKeys): Promise<Result<Profile>>
  /**
   * The profile's bucket and what opens it: `invalid_input` where none is set up or its keys were never given, `not_sent` where
   * they are lost and the user is asked for them again.
   */
  openStorage(id: string): Promise<Result<OpenStorage>>
  setLocalService(at: { readonly baseUrl: string; readonly apiKey: string } | null): void
  /** `listener` is called after the address or key of a profile changed, so that what waited for it goes on. */
  onAddressChange(listener: (profileId: string) => void): void
  /** The text with every key that is kept taken out of it. */
  withoutKeys(text: string): Promise<string>
}

export interface ProfilesOptions {
  readonly file: SettingsFile
  readonly secrets: Secrets
  readonly events: EventBus
}

/** Reads the stored profiles and asks the secret store which keys it still has. */
export async function openProfiles({ file, secrets, events }: ProfilesOptions): Promise<Profiles> {
  let stored = z.array(storedSchema).catch([]).parse(file.get('profiles'))
  let activeId = z.string().catch(LOCAL_PROFILE_ID).parse(file.get('activeProfileId'))
  let localService: { readonly baseUrl: string; readonly apiKey: string } | null = null
  let changed: (profileId: string) => void = () => undefined
  const keeper = createStorageKeeper(secrets)
  const keyStates = new Map<string, KeyState>()
  const storageStates = new Map<string, KeyState>()
  for (const profile of stored) {
    keyStates.set(profile.id, await keyStateOf(profile, secrets))
    if (!profile.storage) continue
    storageStates.set(profile.id, await keeper.state(profile.id, profile.storageKeysGiven))
  }

  const local = (): Profile => ({
    id: LOCAL_PROFILE_ID,
    name: LOCAL_PROFILE_NAME,
    baseUrl: localService?.baseUrl ?? '',
    keyState: 'saved',
    builtIn: true,
  })
  const shown = (profile: Stored): Profile => ({
    id: profile.id,
    name: profile.name,
    baseUrl: profile.baseUrl,
    keyState: keyStates.get(profile.id) ?? 'none',
    builtIn: false,
    ...(profile.storage
      ? { storage: profile.storage, storageKeys: storageStates.get(profile.id) ?? 'none' }
      : {}),
  })
  const get = (id: string): Profile | null => {
    if (id === LOCAL_PROFILE_ID) return local()
    const found = stored.find((profile) => profile.id === id)
    return found ? shown(found) : null
  }
  if (!get(activeId)) activeId = LOCAL_PROFILE_ID

  const list = () => ({ items: [local(), ...stored.map(shown)], activeId })
  const save = () => {
    file.set('profiles', stored.map(toJson))
    events.emit('profiles.changed', list())
  }
  const replace = (profile: Stored) => {
    stored = stored.map((other) => (other.id === profile.id ? profile : other))
    save()
  }
  const editable = (id: string): Result<Stored> => {
    if (id === LOCAL_PROFILE_ID)
      return fail('conflict', 'The sample studio is built in and cannot be changed.')
    const found = stored.find((profile) => profile.id === id)
    return found ? succeed(found) : noSuchProfile()
  }
  const writeKey = async (profile: Stored, apiKey: string | null): Promise<Result<Stored>> => {
    if (apiKey !== null && !/^[\x21-\x7e]+$/.test(apiKey)) {
      return fail('invalid_input', 'A key has no spaces, line breaks or unusual characters. Copy it again.', {
        field: 'apiKey',
      })
    }
    if (apiKey === null) await secrets.delete(profile.id)
    else {
      const kept = await secrets.set(profile.id, apiKey)
      if (!kept.ok) return kept
    }
    keyStates.set(profile.id, apiKey === null ? 'none' : 'saved')
    return succeed({ ...profile, keyGiven: apiKey !== null })
  }

  return {
    list,
    get,
    activeId: () => activeId,
    create: async (input) => {
      const baseUrl = parseBaseUrl(input.baseUrl)
      if (!baseUrl.ok) return baseUrl
      let profile: Stored = {
        id: `profile_${randomUUID()}`,
        name: input.name,
        baseUrl: baseUrl.data,
        keyGiven: false,
        storage: null,
        storageKeysGiven: false,
      }
      if (input.apiKey !== undefined) {
        const written = await writeKey(profile, input.apiKey)
        if (!written.ok) return written
        profile = written.data
      }
      stored = [...stored, profile]
      save()
      return succeed(shown(profile))
    },
    update: async (input) => {
      const found = editable(input.id)
      if (!found.ok) return found
      const baseUrl = input.baseUrl === undefined ? succeed(found.data.baseUrl) : parseBaseUrl(input.baseUrl)
      if (!baseUrl.ok) return baseUrl
      let profile: Stored = { ...found.data, name: input.name ?? found.data.name, baseUrl: baseUrl.data }
      // A key belongs to the service it was given for: another origin must not receive it.
      if (new URL(baseUrl.data).origin !== new URL(found.data.baseUrl).origin && profile.keyGiven) {
        const written = await writeKey(profile, null)
        if (!written.ok) return written
        profile = written.data
      }
      replace(profile)
      changed(profile.id)
      return succeed(shown(profile))
    },
    setKey: async (id, apiKey) => {
      const found = editable(id)
      if (!found.ok) return found
      const written = await writeKey(found.data, apiKey)
      if (!written.ok) return written
      replace(written.data)
      changed(id)
      return succeed(shown(written.data))
    },
    activate: (id) => {
      if (!get(id)) return noSuchProfile()
      activeId = id
      file.set('activeProfileId', id)
      events.emit('profiles.changed', list())
      return succeed({})
    },
    remove: async (id) => {
      const found = editable(id)
      if (!found.ok) return found
      await secrets.delete(id)
      if (found.data.storage) await keeper.forget(id)
      keyStates.delete(id)
      storageStates.delete(id)
      stored = stored.filter((profile) => profile.id !== id)
      if (activeId === id) {
        activeId = LOCAL_PROFILE_ID
        file.set('activeProfileId', activeId)
      }
      save()
      return succeed({})
    },
    address: async function address(id): Promise<Result<ServiceAddress>> {
      if (id === LOCAL_PROFILE_ID) {
        return localService
          ? succeed(localService)
          : fail('service_unavailable', 'The sample studio is still starting.', { charged: 'no' })
      }
      const profile = stored.find((candidate) => candidate.id === id)
      if (!profile) return noSuchProfile()
      if (!profile.keyGiven) return succeed({ baseUrl: profile.baseUrl })
      const apiKey = await secrets.get(id)
      // Another address may have been set meanwhile, and with it another key: the two never mix.
      if (stored.find((candidate) => candidate.id === id)?.baseUrl !== profile.baseUrl) return address(id)
      if (apiKey !== null) {
        // It came back by itself, with a keychain that was locked.
        if (keyStates.get(id) === 'lost') {
          keyStates.set(id, 'saved')
          events.emit('profiles.changed', list())
          changed(id)
        }
        return succeed({ baseUrl: profile.baseUrl, apiKey })
      }
      if (keyStates.get(id) !== 'lost') {
        keyStates.set(id, 'lost')
        events.emit('profiles.changed', list())
      }
      return fail(
        'unauthorized',
        `The key of "${profile.name}" is no longer kept. Enter it again in Settings.`,
        {
          charged: 'no',
        },
      )
    },
    setStorage: async (id, storage, keys) => {
      const found = editable(id)
      if (!found.ok) return found
      if (!storage) {
        await keeper.forget(id)
        storageStates.delete(id)
        const without: Stored = { ...found.data, storage: null, storageKeysGiven: false }
        replace(without)
        return succeed(shown(without))
      }
      const parsed = parseStorage(storage, isLocalService(found.data.baseUrl))
      if (!parsed.ok) return parsed
      const written = await keeper.write(id, keys)
      if (!written.ok) return written
      const state = await keeper.state(id, found.data.storageKeysGiven)
      storageStates.set(id, state)
      const profile: Stored = { ...found.data, storage: parsed.data, storageKeysGiven: state !== 'none' }
      replace(profile)
      changed(id)
      return succeed(shown(profile))
    },
    openStorage: async (id) => {
      const profile = stored.find((candidate) => candidate.id === id)
      if (!profile?.storage) return fail('invalid_input', NO_STORAGE, { charged: 'no' })
      const keys = await keeper.read(id)
      if (keys) return succeed({ storage: profile.storage, ...keys })
      if (!profile.storageKeysGiven) return fail('invalid_input', NO_STORAGE_KEYS, { charged: 'no' })
      if (storageStates.get(id) !== 'lost') {
        storageStates.set(id, 'lost')
        events.emit('profiles.changed', list())
      }
      return fail('not_sent', LOST_STORAGE_KEYS, { charged: 'no', retryAfterMs: ASK_AGAIN_MS })
    },
    setLocalService: (at) => {
      localService = at
      events.emit('profiles.changed', list())
      if (at) changed(LOCAL_PROFILE_ID)
    },
    onAddressChange: (listener) => {
      changed = listener
    },
    withoutKeys: async (text) => {
      const keys = [localService?.apiKey ?? null]
      for (const profile of stored) {
        keys.push(await secrets.get(profile.id))
        const storageKeys = await keeper.read(profile.id)
        keys.push(storageKeys?.accessKeyId ?? null, storageKeys?.secretAccessKey ?? null)
      }
      return keys.reduce<string>((rest, key) => (key ? rest.replaceAll(key, '[removed]') : rest), text)
    },
  }
}

async function keyStateOf(profile: Stored, secrets: Secrets): Promise<KeyState> {
  if (!profile.keyGiven) return 'none'
  return (await secrets.get(profile.id)) === null ? 'lost' : 'saved'
}

function noSuchProfile(): Result<never> {
  return fail('not_found', 'There is no such profile.')
}
