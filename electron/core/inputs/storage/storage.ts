/** The storage for inputs of every profile: links for requests, and the test of a bucket. */
import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Result, succeed } from '#contract/errors.ts'
import { followedBy, message, type Message } from '#contract/messages/message.ts'
import type { ProfileTest } from '#contract/profiles.ts'
import type { Context } from '../../context/context.ts'
import type { FindProxy } from '#core/ports/shell.ts'
import type { Profiles } from '../../profiles/open-profiles.ts'
import { shownTest } from '../../profiles/shown-test.ts'
import { saidOf } from '../../messages/said-of.ts'
import { isLocalService } from '../../network/safe-address.ts'
import { type StorageAccess, askBucket, type BucketResponse } from './bucket.ts'
import { createUploads, type Uploads } from './uploads.ts'

export interface Storage extends Uploads {
  /** Puts a small object there, reads it through a link and deletes it. */
  test(profileId: string): Promise<Result<ProfileTest>>
  /** Ends the tests that are under way. */
  close(): void
}

export interface StorageDeps extends Pick<Context, 'say' | 'db' | 'clock' | 'random'> {
  readonly profiles: Pick<Profiles, 'get' | 'openStorage'>
  readonly findProxy: FindProxy
}

export function createStorage({ db, clock, random, say, profiles, findProxy }: StorageDeps): Storage {
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
      return opened.ok ? succeed(await testStorage(opened.data, { clock, say }, closing.signal)) : opened
    },
    close: () => closing.abort(),
  }
}

/** Uses the bucket as it will be used. */
async function testStorage(
  access: StorageAccess,
  { clock, say }: Pick<StorageDeps, 'clock' | 'say'>,
  signal: AbortSignal,
): Promise<ProfileTest> {
  const key = `atelier-test-${randomUUID()}.txt`
  const bytes = Buffer.from(`Atelier tries out this storage. ${key}`)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const body = { open: () => Readable.from([bytes]), sizeBytes: bytes.length, sha256, mimeType: 'text/plain' }
  const startedAt = clock.monotonicMs()
  const verdict = (reachable: boolean, authorized: boolean | null, said: Message): ProfileTest =>
    shownTest({ reachable, authorized, message: said }, clock.monotonicMs() - startedAt, say)
  const put = await askBucket(access, { method: 'PUT', key, body }, clock, signal)
  if (put.kind !== 'done') return verdict(wasReached(put), isRefusal(put) ? false : null, whyOf(put))
  const read = await askBucket(access, { method: 'GET', key, byLink: true }, clock, signal)
  const removed = await askBucket(access, { method: 'DELETE', key }, clock, signal)
  if (read.kind !== 'done')
    return verdict(true, false, followedBy(message('inputs.storage.noLinks'), whyOf(read)))
  if (read.text !== bytes.toString()) {
    return verdict(true, null, message('inputs.storage.otherFile'))
  }
  if (removed.kind === 'problem') {
    const left = message('inputs.storage.notDeleted', { name: key })
    return verdict(true, true, followedBy(left, whyOf(removed)))
  }
  return verdict(true, true, message('inputs.storage.works'))
}

type Failed = Exclude<BucketResponse, { kind: 'done' }>

function wasReached(response: Failed): boolean {
  return response.kind === 'missing' || !response.temporary
}

function isRefusal(response: Failed): boolean {
  return response.kind === 'problem' && response.failure.code === 'forbidden'
}

function whyOf(response: Failed): Message {
  return response.kind === 'missing' ? message('inputs.storage.fileMissing') : saidOf(response.failure)
}
