/** The storage for inputs of every profile: links for requests, and the test of a bucket. */
import { type Result, succeed } from '#contract/errors.ts'
import type { ProfileTest } from '#contract/profiles.ts'
import type { Clock, Random } from '../../ports/clock.ts'
import type { FindProxy } from '../../ports/proxy.ts'
import type { Profiles } from '../../profiles/profiles.ts'
import { isLocalService } from '../../results/safe-address.ts'
import type { Database } from '../../store/database.ts'
import type { StorageAccess } from './bucket.ts'
import { testStorage } from './test-storage.ts'
import { createUploads, type Uploads } from './uploads.ts'

export interface Storage extends Uploads {
  /** Puts a small object there, reads it through a link and deletes it. */
  test(profileId: string): Promise<Result<ProfileTest>>
  /** Ends the tests that are under way. */
  close(): void
}

export interface StorageDeps {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly profiles: Pick<Profiles, 'get' | 'openStorage'>
  readonly findProxy: FindProxy
}

export function createStorage({ db, clock, random, profiles, findProxy }: StorageDeps): Storage {
  const closing = new AbortController()
  const access = async (profileId: string): Promise<Result<StorageAccess>> => {
    const opened = await profiles.openStorage(profileId)
    if (!opened.ok) return opened
    const allowLocal = isLocalService(profiles.get(profileId)?.baseUrl ?? '')
    return succeed({ ...opened.data, allowLocal, findProxy })
  }
  return {
    ...createUploads({ db, clock, random, access }),
    test: async (profileId) => {
      const opened = await access(profileId)
      return opened.ok ? succeed(await testStorage(opened.data, clock, closing.signal)) : opened
    },
    close: () => closing.abort(),
  }
}
