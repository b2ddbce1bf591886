/** Profiles: one service each, under one address, with one key. */
import { z } from 'zod'
import type { Message, Rendered } from './messages/message.ts'
import { apiKey, baseUrl, empty, id, name, route, text } from './route.ts'
import { SERVICE_KINDS, type ServiceKind } from './services.ts'

/**
 * Where keys are stored. `os`: the system's keychain. `readable`: a file that every program of this user can read, as the user
 * chose. `session`: this process's memory. `undecided`: the user is asked before the first key is stored. `none`: nowhere.
 */
export type SecretProtection = 'os' | 'readable' | 'session' | 'undecided' | 'none'

/**
 * Where the key is. `none`: never given. `saved`: in the secret store. `lost`: it was given once and the store no longer
 * has it (a store that lasts for one session, or a keychain that was reset), so the user is asked again. `elsewhere`: it was
 * entered for another address than the profile names now, which the user has not changed here, so it is not used. `waiting`: the
 * keychain has not answered yet, for it asks its user.
 */
export type KeyState = StorageKeyState | 'waiting'
export type StorageKeyState = 'none' | 'saved' | 'lost' | 'elsewhere'

/** Where reference media are put so that a model can fetch them: an S3-compatible bucket. Its keys never come back. */
export const inputStorageSchema = z.strictObject({
  /** https, or http towards this computer. */
  endpoint: text(2_000, 'profiles.storage.addressMissing'),
  region: text(100, 'profiles.storage.regionMissing'),
  bucket: text(255, 'profiles.storage.bucketMissing'),
  prefix: z.string().trim().max(500).optional(),
  /** How long a link works, in seconds. */
  linkSeconds: z.int().min(60).max(604_800),
  /** Path style (`endpoint/bucket/key`) instead of `bucket.endpoint/key`. */
  pathStyle: z.boolean(),
})

export type InputStorage = z.infer<typeof inputStorageSchema>

export interface Profile {
  readonly id: string
  /** Which API it speaks; `services.list` says what that can do. */
  readonly kind: ServiceKind
  readonly name: string
  readonly baseUrl: string
  readonly keyState: KeyState
  /** The bundled local service: its address and key are Atelier's own business. */
  readonly builtIn: boolean
  /** The bucket that reference media are put into for models that take addresses only. */
  readonly storage?: InputStorage
  /** Where the bucket's two keys are. */
  readonly storageKeys?: StorageKeyState
}

/** The message in English, and as data. */
export interface ProfileTest extends Pick<Message, 'id' | 'values' | 'also'> {
  readonly reachable: boolean
  /** null where the response does not tell. */
  readonly authorized: boolean | null
  readonly latencyMs: number
  readonly message: string
}

/** What the foot of the rail shows. */
export type Connection = 'unchecked' | 'reachable' | 'key_refused' | 'key_missing' | 'offline'

export interface ConnectionState {
  readonly profileId: string
  readonly connection: Connection
  readonly message: Rendered
}

export const profileRoutes = {
  'profiles.list': route<{ readonly items: readonly Profile[]; readonly activeId: string }>()(empty),
  'profiles.create': route<Profile>()(
    z.strictObject({
      name,
      /** Without it, a generation service. */
      kind: z.enum(SERVICE_KINDS).optional(),
      /** May be left out where the service has a public address. */
      baseUrl: baseUrl.optional(),
      apiKey: apiKey.optional(),
    }),
  ),
  'profiles.update': route<Profile>()(
    z.strictObject({ id, name: name.optional(), baseUrl: baseUrl.optional() }),
  ),
  'profiles.setKey': route<Profile>()(z.strictObject({ id, apiKey: apiKey.nullable() })),
  'profiles.activate': route<Record<string, never>>()(z.strictObject({ id })),
  'profiles.remove': route<Record<string, never>>()(z.strictObject({ id })),
  'profiles.test': route<ProfileTest>()(z.strictObject({ id })),
  'profiles.connection': route<ConnectionState>()(z.strictObject({ id })),
  /** Keys left out stay as they were; storage null forgets the bucket and its keys. */
  'profiles.setStorage': route<Profile>()(
    z.strictObject({
      id,
      storage: inputStorageSchema.nullable(),
      accessKeyId: apiKey.optional(),
      secretAccessKey: apiKey.optional(),
    }),
  ),
  /** Puts a small object there, reads it through a link and deletes it. */
  'profiles.testStorage': route<ProfileTest>()(z.strictObject({ id })),
} as const
