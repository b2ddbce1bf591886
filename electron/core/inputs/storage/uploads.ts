/**
 * Files in the buckets of profiles: put there once per content, found again, and given out as links.
 *
 * What was put where is remembered beside the library; a bucket is asked again after a day, since it may have been tidied up.
 */
import { createReadStream } from 'node:fs'
import { fail, type Failure, type Result, succeed } from '#contract/errors.ts'
import type { Context } from '../../context/context.ts'
import { backoffMs } from '../../network/backoff.ts'
import type { ReadyMedia } from '../prepare-image.ts'
import { askBucket, linkTo, type BucketResponse, type BucketLimits, type StorageAccess } from './bucket.ts'
import { objectUrl } from '../../profiles/object-address.ts'

const TRUSTED_MS = 24 * 60 * 60_000
const MIN_WAIT_MS = 2_000

export interface UploadsDeps extends Pick<Context, 'db' | 'clock' | 'random'> {
  /** The bucket of a profile with its keys, or why there is none. */
  readonly access: (profileId: string) => Promise<Result<StorageAccess>>
  readonly limits?: BucketLimits
}

export type Uploads = ReturnType<typeof createUploads>

export function createUploads(deps: UploadsDeps) {
  const { db, clock, random } = deps
  const underWay = new Map<string, Promise<Result<null>>>()
  const failures = new Map<string, number>()

  const later = (profileId: string, failure: Failure): Result<never> => {
    const count = (failures.get(profileId) ?? 0) + 1
    failures.set(profileId, count)
    return {
      ok: false,
      error: { ...failure, retryAfterMs: Math.max(MIN_WAIT_MS, backoffMs(count, random)) },
    }
  }
  const asFailure = (
    profileId: string,
    response: Exclude<BucketResponse, { kind: 'done' }>,
  ): Result<never> => {
    if (response.kind === 'missing') return fail('not_sent', 'inputs.storage.fileMissing', { charged: 'no' })
    const failure: Failure = { ...response.failure, charged: 'no' }
    return response.temporary ? later(profileId, failure) : { ok: false, error: failure }
  }
  const remember = (profileId: string, url: string, file: ReadyMedia): void => {
    failures.delete(profileId)
    db.run(
      `INSERT INTO input_uploads (profile_id, object_url, sha256, size_bytes, uploaded_at, checked_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?5) ON CONFLICT (profile_id, object_url) DO UPDATE SET checked_at = excluded.checked_at`,
      profileId,
      url,
      file.sha256,
      file.sizeBytes,
      clock.now(),
    )
  }
  const ensure = async (
    profileId: string,
    access: StorageAccess,
    key: string,
    file: ReadyMedia,
    signal: AbortSignal,
  ): Promise<Result<null>> => {
    const url = objectUrl(access.storage, key).href
    const row = db.get(
      'SELECT checked_at FROM input_uploads WHERE profile_id = ? AND object_url = ?',
      profileId,
      url,
    )
    if (row && Math.abs(clock.now() - Number(row['checked_at'])) < TRUSTED_MS) return succeed(null)
    if (row) {
      const seen = await askBucket(access, { method: 'HEAD', key }, clock, signal, deps.limits)
      if (seen.kind === 'problem' && seen.temporary) return asFailure(profileId, seen)
      if (seen.kind === 'done' && seen.sizeBytes === file.sizeBytes) {
        remember(profileId, url, file)
        return succeed(null)
      }
    }
    const { sizeBytes, sha256, mimeType } = file
    const body = { open: () => createReadStream(file.path), sizeBytes, sha256, mimeType }
    const put = await askBucket(access, { method: 'PUT', key, body }, clock, signal, deps.limits)
    if (put.kind !== 'done') return asFailure(profileId, put)
    remember(profileId, url, file)
    return succeed(null)
  }

  return {
    /**
     * A link to the file that works from this moment for as long as the storage's links do; the file is put there when it is
     * missing. Fails with `not_sent` and `retryAfterMs` where the same may succeed later, with other codes where it cannot.
     */
    link: async (profileId: string, file: ReadyMedia, signal: AbortSignal): Promise<Result<string>> => {
      const access = await deps.access(profileId)
      if (!access.ok) return { ok: false, error: { ...access.error, charged: 'no' } }
      const key = `${file.sha256}.${file.extension}`
      const place = `${profileId} ${objectUrl(access.data.storage, key).href}`
      const started = underWay.get(place)
      const there =
        started ??
        ensure(profileId, access.data, key, file, signal).finally(() => void underWay.delete(place))
      underWay.set(place, there)
      const outcome = await there
      return outcome.ok ? succeed(await linkTo(access.data, key, clock)) : outcome
    },
  }
}
