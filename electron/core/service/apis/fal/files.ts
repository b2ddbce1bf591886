/**
 * Uploads an input to fal's storage: a free request for a place, then the file to that place, without the key.
 * Source: https://github.com/fal-ai/fal-js/blob/main/libs/client/src/storage.ts (`initiateUpload`, `upload`).
 */
import { z } from 'zod'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { isLocalService, refusedAddress } from '#core/results/safe-address.ts'
import type { ApiAddress, Send } from '../../service-api.ts'
import { hostsOf } from './hosts.ts'

/** fal's client sends larger files in parts. */
const LARGEST_FILE_BYTES = 90 * 1024 * 1024
const UPLOAD_TIMEOUT_MS = 10 * 60_000

const placeSchema = z.object({
  upload_url: z.url({ protocol: /^https?$/ }).max(8_000),
  file_url: z.url({ protocol: /^https?$/ }).max(8_000),
})

export async function upload(
  send: Send,
  { name, mimeType, bytes }: { readonly name: string; readonly mimeType: string; readonly bytes: Uint8Array },
  address: ApiAddress,
): Promise<Result<string>> {
  if (bytes.byteLength > LARGEST_FILE_BYTES) {
    return fail(
      'invalid_input',
      `"${name}" is larger than the 90 MB that fal takes at once. Nothing was sent.`,
    )
  }
  const initiated = await send({
    method: 'POST',
    url: `${hostsOf(address).storage}/storage/upload/initiate?storage_type=fal-cdn-v3`,
    body: { kind: 'json', json: { content_type: mimeType, file_name: name } },
  })
  if (initiated.kind === 'aborted') return fail('not_sent', 'The upload was stopped. Nothing was sent.')
  if (initiated.kind === 'refused') return { ok: false, error: initiated.failure }
  const place = placeSchema.safeParse(initiated.value)
  const url = place.success ? URL.parse(place.data.upload_url) : null
  if (!place.success || !url || refusedAddress(url, isLocalService(address.baseUrl)) !== null) {
    return fail('unreadable_answer', `fal did not say where "${name}" is to be kept. Nothing was sent.`)
  }
  const body = { kind: 'bytes', bytes, mimeType } as const
  const put = await send({ method: 'PUT', url: place.data.upload_url, body, timeoutMs: UPLOAD_TIMEOUT_MS })
  if (put.kind === 'aborted') return fail('not_sent', 'The upload was stopped. Nothing was sent.')
  // The storage answers a file that it took without a body.
  if (put.kind === 'refused' && put.failure.code !== 'unreadable_answer')
    return { ok: false, error: put.failure }
  return succeed(place.data.file_url)
}
