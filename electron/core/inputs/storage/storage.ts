/** The storage for inputs of every profile: links for requests, and the test of a bucket. */
import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Result, succeed } from '#contract/errors.ts'
import type { ProfileTest } from '#contract/profiles.ts'
import type { Clock, Random } from '../../ports/clock.ts'
import type { FindProxy } from '#core/ports/shell.ts'
import type { Profiles } from '../../profiles/open-profiles.ts'
import { isLocalService } from '../../network/safe-address.ts'
import type { Database } from '../../store/database.ts'
import { type StorageAccess, askBucket, type BucketResponse } from './bucket.ts'
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

/** Uses the bucket as it will be used: puts a small object there, reads it through a link, and deletes it. */
async function testStorage(access: StorageAccess, clock: Clock, signal: AbortSignal): Promise<ProfileTest> {
  const key = `atelier-test-${randomUUID()}.txt`
  const bytes = Buffer.from(`Atelier tries out this storage. ${key}`)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const body = { open: () => Readable.from([bytes]), sizeBytes: bytes.length, sha256, mimeType: 'text/plain' }
  const startedAt = clock.monotonicMs()
  const verdict = (reachable: boolean, authorized: boolean | null, message: string): ProfileTest => ({
    reachable,
    authorized,
    message,
    latencyMs: Math.round(clock.monotonicMs() - startedAt),
  })
  const put = await askBucket(access, { method: 'PUT', key, body }, clock, signal)
  if (put.kind !== 'done') return verdict(wasReached(put), isRefusal(put) ? false : null, wordsOf(put))
  const read = await askBucket(access, { method: 'GET', key, byLink: true }, clock, signal)
  const removed = await askBucket(access, { method: 'DELETE', key }, clock, signal)
  if (read.kind !== 'done')
    return verdict(true, false, `Files arrive, but links do not work. ${wordsOf(read)}`)
  if (read.text !== bytes.toString()) {
    return verdict(true, null, 'Files arrive, but another file comes back through a link.')
  }
  if (removed.kind === 'problem') {
    return verdict(
      true,
      true,
      `The storage works, but the test file "${key}" could not be deleted. ${wordsOf(removed)}`,
    )
  }
  return verdict(true, true, 'The storage takes files, and its links work.')
}

type Failed = Exclude<BucketResponse, { kind: 'done' }>

function wasReached(answer: Failed): boolean {
  return answer.kind === 'missing' || !answer.temporary
}

function isRefusal(answer: Failed): boolean {
  return answer.kind === 'problem' && answer.failure.code === 'forbidden'
}

function wordsOf(answer: Failed): string {
  return answer.kind === 'missing' ? 'The file is not there.' : answer.failure.text
}
