/** What Gemini's responses say: images in the parts of a candidate, or why there are none; a video's operation; errors. */
import { z } from 'zod'
import { type Failure, failure } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { message, type Message } from '#contract/messages/message.ts'
import type { ErrorRules, RemoteTask } from '../../service-api.ts'
import type { ServiceResponse } from '../../transport/send-request.ts'

const MAX_CHARACTERS = 2_000

const partSchema = z.object({
  text: z.string().nullish(),
  thought: z.boolean().nullish(),
  inlineData: z.object({ mimeType: z.string().max(200), data: z.string() }).nullish(),
  fileData: z.object({ mimeType: z.string().max(200).nullish(), fileUri: z.string() }).nullish(),
})
const contentSchema = z.object({
  candidates: z
    .array(
      z.object({
        content: z.object({ parts: z.array(partSchema).default([]) }).nullish(),
        finishReason: z.string().max(200).nullish(),
        finishMessage: z.string().nullish(),
      }),
    )
    .default([]),
  // Without a reason it only rates a prompt that was taken.
  promptFeedback: z.object({ blockReason: z.string().max(200).nullish() }).nullish(),
})

export type ContentReading =
  | { readonly kind: 'images'; readonly taskResult: JsonObject }
  | { readonly kind: 'none'; readonly failure: Failure }

/** Null for a response that is none of `generateContent`. What a model drew while it thought is not the result. */
export function readContent(json: Json | undefined): ContentReading | null {
  const parsed = contentSchema.safeParse(json)
  if (!parsed.success) return null
  const { candidates, promptFeedback } = parsed.data
  const blockReason = promptFeedback?.blockReason ?? null
  if (candidates.length === 0 && blockReason === null) return null
  const parts = candidates
    .flatMap(({ content }) => content?.parts ?? [])
    .filter(({ thought }) => thought !== true)
  const images = parts.flatMap(({ inlineData, fileData }): readonly JsonObject[] => {
    if (inlineData) return [{ mimeType: inlineData.mimeType, data: inlineData.data }]
    return fileData ? [{ url: fileData.fileUri }] : []
  })
  if (images.length > 0) return { kind: 'images', taskResult: { images } }
  const text = parts.map(({ text }) => text ?? '').join(' ')
  const [candidate] = candidates
  const reason = blockReason ?? candidate?.finishReason ?? ''
  const said = (text.trim() || (candidate?.finishMessage ?? '')).slice(0, MAX_CHARACTERS)
  return { kind: 'none', failure: failure('service_rejected', noImage(reason, said), { charged: 'maybe' }) }
}

/** FinishReason and BlockedReason of https://ai.google.dev/api/generate-content that speak of the content. */
const REFUSED =
  /^(?:SAFETY|IMAGE_SAFETY|PROHIBITED_CONTENT|IMAGE_PROHIBITED_CONTENT|BLOCKLIST|SPII|RECITATION|IMAGE_RECITATION)$/

/** It came with status 200, and counts tokens: only 400 and 500 are documented to cost nothing. */
function noImage(reason: string, said: string): Message {
  if (reason === '')
    return said === ''
      ? message('service.gemini.noImageNoReason')
      : message('service.gemini.noImageSaidNoReason', { said })
  const isRefused = REFUSED.test(reason)
  if (said === '')
    return message(isRefused ? 'service.gemini.contentRefused' : 'service.gemini.noImage', { reason })
  const what = isRefused ? 'service.gemini.contentRefusedSaid' : 'service.gemini.noImageSaid'
  return message(what, { reason, said })
}

const nameSchema = z
  .string()
  .regex(/^[\w.-]+(?:\/[\w.-]+){0,9}$/)
  .max(500)
const operationSchema = z.object({
  name: nameSchema,
  done: z.boolean().nullish(),
  error: z.object({ message: z.string().nullish() }).nullish(),
  response: z
    .object({
      generateVideoResponse: z
        .object({
          generatedSamples: z
            .array(
              z.object({
                video: z.object({ uri: z.string().nullish(), encodedVideo: z.string().nullish() }),
              }),
            )
            .nullish(),
          raiMediaFilteredReasons: z.array(z.string()).nullish(),
        })
        .nullish(),
    })
    .nullish(),
})

/** The name of an operation that has begun, which is its remote id. */
export function readOperationName(json: Json | undefined): string | null {
  return operationSchema.safeParse(json).data?.name ?? null
}

export function readOperation(json: Json | undefined): RemoteTask | null {
  const parsed = operationSchema.safeParse(json)
  if (!parsed.success) return null
  const { done, error, response } = parsed.data
  if (done !== true) return { status: 'PROCESSING', statusText: 'running', taskResult: null }
  const failed = (why: Pick<RemoteTask, 'message' | 'reason'>): RemoteTask => ({
    status: 'FAILED',
    statusText: 'failed',
    taskResult: null,
    ...why,
  })
  if (error) return failed({ message: error.message ?? undefined })
  const { generatedSamples, raiMediaFilteredReasons } = response?.generateVideoResponse ?? {}
  const videos = (generatedSamples ?? []).flatMap(({ video }) => video.uri ?? video.encodedVideo ?? [])
  if (videos.length > 0) return { status: 'SUCCESS', statusText: 'done', taskResult: { videos } }
  const said = (raiMediaFilteredReasons ?? []).join(' ')
  const reason =
    said === '' ? message('service.gemini.noVideo') : message('service.gemini.videoRefused', { said })
  return failed({ reason })
}

/**
 * How Google tells what went wrong: `{error: {code, message, status, details}}` (https://google.aip.dev/193).
 *
 * https://ai.google.dev/gemini-api/docs/troubleshooting: a wrong key is a 400 whose ErrorInfo says API_KEY_INVALID, one that is
 * blocked for this use a 403 that says API_KEY_…_BLOCKED (googleapis, google/api/error_reason.proto); one that was found in public
 * says so in words alone (https://github.com/googleapis/python-genai/issues/1764). A 429 has RetryInfo. An account without credit is a 429 that says so in words alone (discuss.ai.google.dev/t/170539). A request that
 * fails with 400 or 500 is not charged (https://ai.google.dev/gemini-api/docs/billing), but counts against the limits; a 5xx of
 * a proxy in between says nothing, so that only Google's own error object makes it a no.
 */
const errorSchema = z.object({
  error: z.object({
    code: z.number(),
    message: z.string(),
    status: z.string(),
    details: z
      .array(z.looseObject({ reason: z.string().optional(), retryDelay: z.string().optional() }).catch({}))
      .max(100)
      .catch([])
      .default([]),
  }),
})
type GoogleError = z.infer<typeof errorSchema>['error']

const OUT_OF_CREDITS = /prepayment credits? (?:is|are) depleted/i
const LEAKED = /api key was reported as leaked/i

export const ERRORS: ErrorRules = {
  isKeyRefused: (response) => {
    const error = errorOf(response)
    if (!error) return false
    const isBlocked = response.status === 403 && LEAKED.test(error.message)
    return isBlocked || error.details.some(({ reason }) => reason?.startsWith('API_KEY_'))
  },
  isOutOfCredits: (response) => {
    const error = errorOf(response)
    return error !== null && OUT_OF_CREDITS.test(error.message)
  },
  isDefiniteNo: (response) => response.status === 500 && errorOf(response)?.code === 500,
  waitMs: (response) => {
    const delay = errorOf(response)?.details.find(({ retryDelay }) => retryDelay !== undefined)?.retryDelay
    const seconds = /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(delay ?? '')?.[1]
    return seconds === undefined ? null : Math.ceil(Number(seconds) * 1_000)
  },
}

function errorOf({ status, json }: ServiceResponse): GoogleError | null {
  return status < 400 ? null : (errorSchema.safeParse(json).data?.error ?? null)
}
