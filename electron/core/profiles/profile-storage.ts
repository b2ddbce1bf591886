/**
 * The bucket of a profile: its address in the settings beside the profile, its two keys in the secret store under names of
 * their own.
 *
 * Keys leave this room only for one signature at a time.
 */
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { InputStorage, KeyState } from '#contract/profiles.ts'
import type { Secrets } from '../ports/secrets.ts'

/** The two keys of a bucket; what is left out stays as it was. */
export interface GivenKeys {
  readonly accessKeyId?: string | undefined
  readonly secretAccessKey?: string | undefined
}

export interface StorageKeys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** A bucket with its keys, as it is handed out for one request. */
export interface OpenStorage extends StorageKeys {
  readonly storage: InputStorage
}

export interface StorageKeeper {
  /** null where the secret store lacks one of the two. */
  read(profileId: string): Promise<StorageKeys | null>
  /** Fails with `invalid_input` and the field of a key that cannot be one. */
  write(profileId: string, keys: GivenKeys): Promise<Result<null>>
  forget(profileId: string): Promise<void>
  /** Asks the secret store. `wereGiven`: both keys were once saved there. */
  state(profileId: string, wereGiven: boolean): Promise<KeyState>
}

export function createStorageKeeper(secrets: Secrets): StorageKeeper {
  const read = async (profileId: string): Promise<StorageKeys | null> => {
    const { idName, secretName } = namesFor(profileId)
    const accessKeyId = await secrets.get(idName)
    const secretAccessKey = await secrets.get(secretName)
    return accessKeyId === null || secretAccessKey === null ? null : { accessKeyId, secretAccessKey }
  }
  return {
    read,
    write: async (profileId, { accessKeyId, secretAccessKey }) => {
      const { idName, secretName } = namesFor(profileId)
      // Both are looked at before either is written.
      for (const [field, key] of Object.entries({ accessKeyId, secretAccessKey })) {
        if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
          const message = 'A key has no spaces, line breaks or unusual characters. Copy it again.'
          return fail('invalid_input', message, { field })
        }
      }
      for (const [name, key] of [
        [idName, accessKeyId],
        [secretName, secretAccessKey],
      ] as const) {
        const kept = key === undefined ? succeed(null) : await secrets.set(name, key)
        if (!kept.ok) return kept
      }
      return succeed(null)
    },
    forget: async (profileId) => {
      const { idName, secretName } = namesFor(profileId)
      await secrets.delete(idName)
      await secrets.delete(secretName)
    },
    state: async (profileId, wereGiven) => {
      if ((await read(profileId)) !== null) return 'saved'
      return wereGiven ? 'lost' : 'none'
    },
  }
}

function namesFor(profileId: string): { readonly idName: string; readonly secretName: string } {
  return { idName: `${profileId}.storage-key-id`, secretName: `${profileId}.storage-secret` }
}
