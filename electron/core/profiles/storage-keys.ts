/**
 * The two keys of a profile's bucket, in the secret store under names of their own. The bucket's address lies in the settings.
 *
 * Keys leave this folder only for one signature at a time.
 */
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { InputStorage, StorageKeyState } from '#contract/profiles.ts'
import type { Secrets } from '../ports/settings.ts'

const NO_STORAGE =
  'This service has no storage for inputs. Set one up in Settings, or send the input inside the request.'
const NO_STORAGE_KEYS = 'The keys of the storage for inputs are missing. Enter them in Settings.'
const LOST_STORAGE_KEYS = 'The keys of the storage for inputs are lost. Enter them again in Settings.'
export const MALFORMED_KEY = 'A key has no spaces, line breaks or unusual characters. Copy it again.'

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

export function createStorageKeys(secrets: Secrets) {
  const read = async (profileId: string): Promise<Keys | null> => {
    const { accessKeyId: idName, secretAccessKey: secretName } = namesFor(profileId)
    const accessKeyId = await secrets.get(idName)
    const secretAccessKey = await secrets.get(secretName)
    return accessKeyId === null || secretAccessKey === null ? null : { accessKeyId, secretAccessKey }
  }
  return {
    /** Null where the secret store lacks one of the two. */
    read,
    /** Fails with `invalid_input` and the field of a malformed key; nothing is written then. */
    write: async (profileId: string, { accessKeyId, secretAccessKey }: GivenKeys): Promise<Result<null>> => {
      const given = Object.entries({ accessKeyId, secretAccessKey })
      for (const [field, key] of given) {
        if (key !== undefined && !isWellFormedKey(key)) return fail('invalid_input', MALFORMED_KEY, { field })
      }
      const names: Readonly<Record<string, string>> = namesFor(profileId)
      for (const [field, key] of given) {
        const stored = key === undefined ? succeed(null) : await secrets.set(names[field] ?? '', key)
        if (!stored.ok) return stored
      }
      return succeed(null)
    },
    remove: async (profileId: string): Promise<void> => {
      for (const name of Object.values(namesFor(profileId))) await secrets.delete(name)
    },
    /** Fails with `invalid_input` where none is set up, with `not_sent` where its keys are lost. */
    open: async (
      profileId: string,
      profile?: { readonly storage: InputStorage | null; readonly storageKeysGiven: boolean },
    ): Promise<Result<OpenStorage>> => {
      if (!profile?.storage) return fail('invalid_input', NO_STORAGE, { charged: 'no' })
      const keys = await read(profileId)
      if (keys) return succeed({ storage: profile.storage, ...keys })
      if (!profile.storageKeysGiven) return fail('invalid_input', NO_STORAGE_KEYS, { charged: 'no' })
      return fail('not_sent', LOST_STORAGE_KEYS, { charged: 'no', retryAfterMs: RETRY_KEYS_MS })
    },
    /** Asks the secret store. `wereGiven`: both keys were stored there before. */
    state: async (profileId: string, wereGiven: boolean): Promise<StorageKeyState> => {
      if ((await read(profileId)) !== null) return 'saved'
      return wereGiven ? 'lost' : 'none'
    },
  }
}

function namesFor(profileId: string) {
  return { accessKeyId: `${profileId}.storage-key-id`, secretAccessKey: `${profileId}.storage-secret` }
}
