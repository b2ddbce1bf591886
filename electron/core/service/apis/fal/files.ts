/**
 * Uploads an input to fal's storage: a free request for a place, then the file to that place, without the key.
 * Source: https://github.com/fal-ai/fal-js/blob/main/libs/client/src/storage.ts (`initiateUpload`, `upload`).
 */
import { z } from 'zod'
import { fail, succeed } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import { isLocalService, refusedAddress } from '#core/network/safe-address.ts'
import { failureOf, NOT_SENT, post } from '../../adapter.ts'
import type { ServiceApi } from '../../service-api.ts'
import { hostsOf } from './addresses.ts'

/** fal's client sends larger files in parts. */
const MAX_FILE_MB = 90
const UPLOAD_TIMEOUT_MS = 10 * 60_000

const placeSchema = z.object({
  upload_url: z.url({ protocol: /^https?$/ }).max(8_000),
  file_url: z.url({ protocol: /^https?$/ }).max(8_000),
})

export const upload: NonNullable<ServiceApi['upload']> = async (send, { name, mimeType, bytes }, address) => {
  if (bytes.byteLength > MAX_FILE_MB * 1024 * 1024) {
    const tooLarge = message('service.fal.tooLarge', { name, megabytes: MAX_FILE_MB })
    return fail('invalid_input', tooLarge, { charged: 'no' })
  }
  const initiate = `${hostsOf(address).storage}/storage/upload/initiate?storage_type=fal-cdn-v3`
  const initiated = await send(post(initiate, { content_type: mimeType, file_name: name }))
  if (initiated.kind !== 'ok') return { ok: false, error: failureOf(initiated, NOT_SENT) }
  const place = placeSchema.safeParse(initiated.value).data
  const url = place && URL.parse(place.upload_url)
  if (!url || refusedAddress(url, isLocalService(address.baseUrl)) !== null) {
    return fail('unreadable_answer', message('service.fal.noFileAddress', { name }), { charged: 'no' })
  }
  const body = { kind: 'bytes', bytes, mimeType } as const
  const put = await send({
    method: 'PUT',
    url: place.upload_url,
    body,
    isGuarded: true,
    timeoutMs: UPLOAD_TIMEOUT_MS,
  })
  // The storage answers a file that it took without a body.
  const isTaken = put.kind === 'ok' || (put.kind === 'refused' && put.failure.code === 'unreadable_answer')
  return isTaken ? succeed(place.file_url) : { ok: false, error: failureOf(put, NOT_SENT) }
}
