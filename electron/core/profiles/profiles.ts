/** Profiles, as the rest of the core sees them: which services there are, under which address, and which one is active. */
import { z } from 'zod'
import { type Result, fail, succeed } from '#contract/errors.ts'
import { type InputStorage, type Profile, inputStorageSchema } from '#contract/profiles.ts'
import type { ParsedInput } from '#contract/routes.ts'
import type { Json } from '#contract/json.ts'
import type { Clock } from '../ports/clock.ts'
import type { ServiceAddress } from '../service/service-api.ts'
import type { GivenKeys, OpenStorage } from './storage-keys.ts'
import type { FindProxy } from '../ports/proxy.ts'

export const LOCAL_PROFILE_ID = 'sample-studio'

export interface Profiles {
  list(): { readonly items: readonly Profile[]; readonly activeId: string }
  get(id: string): Profile | null
  activeId(): string
  create(input: ParsedInput<'profiles.create'>): Promise<Result<Profile>>
  update(input: ParsedInput<'profiles.update'>): Promise<Result<Profile>>
  setKey(id: string, apiKey: string | null): Promise<Result<Profile>>
  activate(id: string): Result<Record<string, never>>
  remove(id: string): Promise<Result<Record<string, never>>>
  /**
   * Where to send a request, with which key and through which proxy. Fails with `unauthorized` when the key is lost,
   * `service_unavailable` while the sample service is down, `not_found` for no such profile.
   */
  address(id: string): Promise<Result<ServiceAddress>>
  /** Omitted keys stay as they are; storage null removes the bucket and its keys. */
  setStorage(id: string, storage: InputStorage | null, keys: GivenKeys): Promise<Result<Profile>>
  /** The profile's bucket with its keys. Fails with `invalid_input` where none is set up, with `not_sent` where its keys are lost. */
  openStorage(id: string): Promise<Result<OpenStorage>>
  /** `starting`: its place follows. */
  setLocalService(at: ServiceLocation | 'starting' | null): void
  /** Waits for the sample service where the profile is its own and it is just starting, at most some seconds. */
  untilStarted(id: string, clock: Clock): Promise<void>
  /** The text with every stored key replaced. */
  withoutKeys(text: string): Promise<string>
  /** Calls the listener after the address or key of a profile changed, with its id, until the returned function is called. */
  onAddressChange(listener: (profileId: string) => void): () => void
}

export interface ServiceLocation {
  readonly baseUrl: string
  readonly apiKey: string
}

/** A profile as it stands in the settings file: never with a key. */
export const storedSchema = z.object({
  id: z.string().min(1),
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

/** How long a call waits for it to start. */
const START_WAIT_MS = 5_000

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
    return { id: LOCAL_PROFILE_ID, name: 'Sample studio', baseUrl, keyState: 'saved', builtIn: true }
  }

  address(findProxy: FindProxy): Result<ServiceAddress> {
    return this.#at
      ? succeed({ ...this.#at, findProxy })
      : fail('service_unavailable', 'The sample studio is still starting.', { charged: 'no' })
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
