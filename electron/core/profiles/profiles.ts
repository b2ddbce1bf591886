/**
 * Profiles: which services there are, under which address, and which one is active.
 *
 * Names and addresses live in the settings file, keys in the secret store, and a key leaves this room only as part of a
 * `ServiceAddress` for one request. The bundled local service is a profile that is never stored.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { fail, succeed, type Result } from '#contract/errors.ts'
import type { KeyState, Profile } from '#contract/profile.ts'
import type { EventBus } from '../events.ts'
import type { Secrets } from '../ports/secrets.ts'
import type { SettingsFile } from '../ports/settings.ts'
import { parseBaseUrl } from '../service/base-url.ts'
import type { ServiceAddress } from '../service/client.ts'

export const LOCAL_PROFILE_ID = 'sample-studio'
const LOCAL_PROFILE_NAME = 'Sample studio'

const storedSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  baseUrl: z.string(),
  keyGiven: z.boolean(),
})
type Stored = z.infer<typeof storedSchema>

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
  setLocalService(at: { readonly baseUrl: string; readonly apiKey: string } | null): void
}

export interface ProfilesOptions {
  readonly file: SettingsFile
  readonly secrets: Secrets
  readonly events: EventBus
  /** Called after the address or key of a profile changed, so that what waited for it goes on. */
  readonly changed: (profileId: string) => void
}

/** Reads the stored profiles and asks the secret store which keys it still has. */
export async function openProfiles({ file, secrets, events, changed }: ProfilesOptions): Promise<Profiles> {
  let stored = z.array(storedSchema).catch([]).parse(file.get('profiles'))
  let activeId = z.string().catch(LOCAL_PROFILE_ID).parse(file.get('activeProfileId'))
  let localService: { readonly baseUrl: string; readonly apiKey: string } | null = null
  const keyStates = new Map<string, KeyState>()
  for (const profile of stored) keyStates.set(profile.id, await keyStateOf(profile, secrets))

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
  })
  const get = (id: string): Profile | null => {
    if (id === LOCAL_PROFILE_ID) return local()
    const found = stored.find((profile) => profile.id === id)
    return found ? shown(found) : null
  }
  if (!get(activeId)) activeId = LOCAL_PROFILE_ID

  const list = () => ({ items: [local(), ...stored.map(shown)], activeId })
  const save = () => {
    file.set('profiles', stored)
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
    else await secrets.set(profile.id, apiKey)
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
      keyStates.delete(id)
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
      if (apiKey !== null) return succeed({ baseUrl: profile.baseUrl, apiKey })
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
    setLocalService: (at) => {
      localService = at
      events.emit('profiles.changed', list())
      if (at) changed(LOCAL_PROFILE_ID)
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
