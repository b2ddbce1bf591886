/**
 * Uploads the inputs of a request that its service does not take inside the request, before anything is recorded as sent.
 *
 * Uploads are free and may repeat: a task that waits again uploads again. The name is that of the content.
 */
import { saidOf } from '../../messages/said-of.ts'
import { followedBy, message } from '#contract/messages/message.ts'
import { fail, succeed, type Failure, type Result } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { decodeDataUri, mimeOfDataUri } from '../../media/data-uri.ts'
import { createSend } from '../../service/client.ts'
import type { GenerateBody, ServiceAddress } from '../../service/service-api.ts'
import { mediaOf, type NoteMedia } from '../../service/skeleton.ts'

type UploadOne = (dataUri: string, option: string) => Promise<string>

/** The body with addresses in place of what was uploaded, each of which `note` hears of. Fails with `not_sent` where the same may succeed later. */
export async function uploadInputs(
  body: GenerateBody,
  address: ServiceAddress,
  now: number,
  signal: AbortSignal,
  note: NoteMedia = () => undefined,
): Promise<Result<GenerateBody>> {
  const { options } = body
  if (!options || !address.api.needsUpload || !address.api.upload) return succeed(body)
  const upload = createUpload(address, now, signal, note)
  try {
    const uploaded: Record<string, Json> = {}
    for (const [option, value] of Object.entries(options)) {
      uploaded[option] = await withUploads(value, option, upload)
    }
    return succeed({ ...body, options: uploaded })
  } catch (error) {
    if (!(error instanceof UploadRefused)) throw error
    return asResult(error.failure)
  }
}

async function withUploads(value: Json, option: string, upload: UploadOne): Promise<Json> {
  if (typeof value === 'string') return value.startsWith('data:') ? upload(value, option) : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const list: Json[] = []
    for (const inner of value as readonly Json[]) list.push(await withUploads(inner, option, upload))
    return list
  }
  const copy: Record<string, Json> = {}
  for (const [key, inner] of Object.entries(value)) copy[key] = await withUploads(inner, option, upload)
  return copy
}

/** Uploads what the adapter wants uploaded, the same file once. */
function createUpload(address: ServiceAddress, now: number, signal: AbortSignal, note: NoteMedia): UploadOne {
  const { api, baseUrl } = address
  const done = new Map<string, string>()
  return async (dataUri, option) => {
    const known = done.get(dataUri)
    if (known !== undefined) return known
    const bytes = decodeDataUri(dataUri)
    const mimeType = mimeOfDataUri(dataUri)
    if (!bytes || !api.needsUpload?.({ mimeType, sizeBytes: bytes.length, option })) return dataUri
    const media = mediaOf(mimeType, bytes)
    const name = `${media.sha256.slice(0, 32)}${endingOf(mimeType)}`
    const file = { name, mimeType, bytes }
    const uploaded = await api.upload?.(createSend(address, now, signal), file, { baseUrl })
    if (!uploaded) return dataUri
    if (!uploaded.ok) throw new UploadRefused(uploaded.error)
    done.set(dataUri, uploaded.data)
    note(uploaded.data, media)
    return uploaded.data
  }
}

class UploadRefused extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.id)
    this.failure = failure
  }
}

/** Where trying again later may help, the task waits. */
const PASSING: readonly Failure['code'][] = [
  'service_unavailable',
  'rate_limited',
  'unreadable_answer',
  'not_sent',
]

function asResult(failure: Failure): Result<never> {
  if (failure.code === 'unauthorized') return { ok: false, error: failure }
  const { retryAfterMs } = failure
  const said = followedBy(message('tasks.uploadFailed'), saidOf(failure))
  return fail(PASSING.includes(failure.code) ? 'not_sent' : 'service_rejected', said, {
    charged: 'no',
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

/** ".png" of "image/png": some services go by the name. */
function endingOf(mimeType: string): string {
  const subtype = /^[a-z]+\/(?:x-)?([a-z0-9]{1,8})$/i.exec(mimeType)?.[1]?.toLowerCase()
  return subtype === undefined ? '' : `.${subtype === 'jpeg' ? 'jpg' : subtype}`
}
