/**
 * The two keys of a profile's bucket, in the secret store under names of their own. The bucket's address lies in the settings.
 *
 * Keys leave this folder only for one signature at a time.
 */
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { InputStorage, StorageKeyState } from '#contract/profiles.ts'
import { type BoundKeys, placeOf } from './bound-keys.ts'

export function isWellFormedKey(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key)
}

/** A locked keychain may give the keys back later. */
const RETRY_KEYS_MS = 60_000

/** The two keys of a bucket; an omitted one stays as it is. */
export interface GivenKeys {
  readonly accessKeyId?: string | undefined
  readonly secretAccessKey?: string | undefined
}

interface Keys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** A bucket with its keys, for one request. */
export interface OpenStorage extends Keys {
  readonly storage: InputStorage
}

export type StorageKeys = ReturnType<typeof createStorageKeys>

export function createStorageKeys(keys: BoundKeys) {
  /** Both of them; null where one is missing. */
  const read = async (profileId: string, storage: InputStorage): Promise<Keys | 'elsewhere' | null> => {
    const found = await Promise.all(
      namesOf(profileId).map((name) => keys.find(name, placeOfStorage(storage))),
    )
    if (found.some((one) => one?.kind === 'elsewhere')) return 'elsewhere'
    const [accessKeyId, secretAccessKey] = found.map((one) => (one?.kind === 'here' ? one.key : null))
    return accessKeyId == null || secretAccessKey == null ? null : { accessKeyId, secretAccessKey }
  }
  return {
    /** The keys as they are, wherever they belong. */
    bare: (profileId: string) => Promise.all(namesOf(profileId).map(keys.bare)),
    /**
     * Binds the given keys to `storage`, and with them those left out that belong to `before`: the user moves the bucket. Fails with
     * `invalid_input` and the field of a malformed key; nothing is written then.
     */
    write: async (
      profileId: string,
      given: GivenKeys,
      storage: InputStorage,
      before: InputStorage | null,
    ): Promise<Result<null>> => {
      const all = FIELDS.map((field) => ({ field, name: nameOf(profileId, field), key: given[field] }))
      for (const { field, key } of all) {
        if (key !== undefined && !isWellFormedKey(key))
          return fail('invalid_input', 'profiles.keyMalformed', { field })
      }
      for (const { name, key } of all) {
        const kept = key === undefined && before ? await keys.find(name, placeOfStorage(before)) : null
        const toWrite = kept?.kind === 'here' ? kept.key : key
        const stored =
          toWrite === undefined ? succeed(null) : await keys.write(name, toWrite, placeOfStorage(storage))
        if (!stored.ok) return stored
      }
      return succeed(null)
    },
    remove: async (profileId: string): Promise<void> => {
      for (const name of namesOf(profileId)) await keys.remove(name)
    },
    /** Fails with `invalid_input` where none is set up, with `not_sent` where its keys are lost or belong to another address. */
    open: async (
      profileId: string,
      profile?: { readonly storage: InputStorage | null; readonly storageKeysGiven: boolean },
    ): Promise<Result<OpenStorage>> => {
      if (!profile?.storage) return fail('invalid_input', 'profiles.storage.none')
      const found = await read(profileId, profile.storage)
      const wait = { retryAfterMs: RETRY_KEYS_MS }
      if (found === 'elsewhere') return fail('not_sent', 'profiles.storage.moved', wait)
      if (found) return succeed({ storage: profile.storage, ...found })
      if (!profile.storageKeysGiven) return fail('invalid_input', 'profiles.storage.keysMissing')
      return fail('not_sent', 'profiles.storage.keysLost', wait)
    },
    /** Asks the secret store. `wereGiven`: both keys were stored there before. */
    state: async (profileId: string, storage: InputStorage, wereGiven: boolean): Promise<StorageKeyState> => {
      const found = await read(profileId, storage)
      if (found === null) return wereGiven ? 'lost' : 'none'
      return found === 'elsewhere' ? 'elsewhere' : 'saved'
    },
  }
}

const FIELDS = ['accessKeyId', 'secretAccessKey'] as const
const NAMES = { accessKeyId: 'storage-key-id', secretAccessKey: 'storage-secret' } as const

function nameOf(profileId: string, field: keyof typeof NAMES): string {
  return `${profileId}.${NAMES[field]}`
}

function namesOf(profileId: string): readonly string[] {
  return FIELDS.map((field) => nameOf(profileId, field))
}

function placeOfStorage({ endpoint }: InputStorage): string {
  return placeOf('storage', endpoint)
}
