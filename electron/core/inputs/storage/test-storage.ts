/** Tries a bucket out as it will be used: puts a small object there, reads it through a link, and deletes it. */
import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ProfileTest } from '#contract/profiles.ts'
import type { Clock } from '../../ports/clock.ts'
import { askBucket, type BucketResponse, type StorageAccess } from './bucket.ts'

export async function testStorage(
  access: StorageAccess,
  clock: Clock,
  signal: AbortSignal,
): Promise<ProfileTest> {
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
  return answer.kind === 'missing' ? 'The file is not there.' : answer.failure.message
}
