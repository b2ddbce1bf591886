/** Profiles, as the rest of the core sees them: which services there are, under which address, and which one is active. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Result, fail, succeed } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import { type KeyState, type Profile, type StorageKeyState, inputStorageSchema } from '#contract/profiles.ts'
import type { Json } from '#contract/json.ts'
import type { ParsedInput } from '#contract/routes.ts'
import { SERVICE_KINDS } from '#contract/services.ts'
import type { Clock } from '../ports/clock.ts'
import { parseBaseUrl } from '../service/base-url.ts'
import { apiOf, FIRST_KIND } from '../service/registry.ts'
import type { ServiceAddress } from '../service/service-api.ts'
import type { EventBus } from '../calls/events.ts'
import type { Secrets, SettingsFile } from '../ports/settings.ts'
import type { FindProxy } from '../ports/shell.ts'

export const LOCAL_PROFILE_ID = 'sample-studio'

export interface ProfilesOptions {
  readonly file: SettingsFile
  readonly secrets: Secrets
  readonly events: EventBus
  readonly findProxy: FindProxy
}

export interface ServiceLocation {
  readonly baseUrl: string
  readonly apiKey: string
}

/** A profile as it stands in the settings file: never with a key. */
const storedSchema = z.object({
  id: z.string().min(1),
  /** Profiles were stored without one while there was one kind. */
  kind: z.enum(SERVICE_KINDS).default(FIRST_KIND),
  name: z.string(),
  baseUrl: z.string(),
  keyGiven: z.boolean(),
  storage: inputStorageSchema.nullable().catch(null),
  storageKeysGiven: z.boolean().catch(false),
})
export type Stored = z.infer<typeof storedSchema>

export function toJson({ storage, ...profile }: Stored): Json {
  if (!storage) return { ...profile, storage }
  const { prefix, ...place } = storage
  return { ...profile, storage: { ...place, ...(prefix === undefined ? {} : { prefix }) } }
}

/** `unread`: of a later version, or damaged. */
export function readStored(file: SettingsFile): {
  readonly stored: readonly Stored[]
  readonly unread: readonly Json[]
} {
  const all = z.array(z.unknown()).catch([]).parse(file.get('profiles'))
  return {
    stored: all.flatMap((one) => storedSchema.safeParse(one).data ?? []),
    unread: all.filter((one) => !storedSchema.safeParse(one).success) as readonly Json[],
  }
}

/** Fails with `invalid_input` where the address is none. */
export function newProfile({
  kind = FIRST_KIND,
  name,
  baseUrl,
}: ParsedInput<'profiles.create'>): Result<Stored> {
  const api = apiOf(kind)
  const parsed = parseBaseUrl(baseUrl ?? api.publicBaseUrl ?? '', api)
  if (!parsed.ok) return parsed
  const id = `profile_${randomUUID()}`
  const none = { keyGiven: false, storage: null, storageKeysGiven: false }
  return succeed({ id, kind, name, baseUrl: parsed.data, ...none })
}

export function shown(
  { id, kind, name, baseUrl, storage }: Stored,
  keyState: KeyState = 'none',
  storageKeys: StorageKeyState = 'none',
): Profile {
  return { id, kind, name, baseUrl, keyState, builtIn: false, ...(storage && { storage, storageKeys }) }
}

export function noSuchProfile(): Result<never> {
  return fail('not_found', 'profiles.noProfile')
}

export function isBuiltIn(): Result<never> {
  return fail('conflict', 'profiles.builtIn')
}

const KEY_IS_AWAY = {
  lost: 'profiles.keyLost',
  waiting: 'profiles.keyWaiting',
  elsewhere: 'profiles.keyElsewhere',
} as const

export function keyIsAway(name: string, how: 'lost' | 'waiting' | 'elsewhere'): Result<never> {
  return fail('unauthorized', message(KEY_IS_AWAY[how], { name }))
}

/** How long a call waits for it to start. */
const START_WAIT_MS = 5_000

/** The sample service has another address after each start. */
export const SAMPLE_ADDRESS = 'sample studio'

/** The bundled sample service as a profile: it is never stored, and its address comes when it has started. */
export class LocalProfile {
  readonly #waiting = new Set<() => void>()
  #at: ServiceLocation | null = null
  #isStarting = false

  get apiKey(): string | null {
    return this.#at?.apiKey ?? null
  }

  shown(): Profile {
    const baseUrl = this.#at?.baseUrl ?? ''
    return {
      id: LOCAL_PROFILE_ID,
      kind: FIRST_KIND,
      name: 'Sample studio',
      baseUrl,
      keyState: 'saved',
      builtIn: true,
    }
  }

  address(findProxy: FindProxy): Result<ServiceAddress> {
    return this.#at
      ? succeed({ ...this.#at, api: apiOf(FIRST_KIND), findProxy, shownAs: SAMPLE_ADDRESS })
      : fail('service_unavailable', 'profiles.sampleStarting')
  }

  set(at: ServiceLocation | 'starting' | null): void {
    this.#isStarting = at === 'starting'
    if (at === 'starting') return
    this.#at = at
    for (const goOn of this.#waiting) goOn()
  }

  async untilStarted(clock: Clock): Promise<void> {
    if (!this.#isStarting) return
    await new Promise<void>((resolve) => {
      const done = (): void => {
        cancel()
        this.#waiting.delete(done)
        resolve()
      }
      const cancel = clock.after(START_WAIT_MS, done)
      this.#waiting.add(done)
    })
  }
}
