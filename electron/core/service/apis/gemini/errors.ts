/**
 * How Google tells what went wrong: `{error: {code, message, status, details}}` (https://google.aip.dev/193).
 *
 * https://ai.google.dev/gemini-api/docs/troubleshooting: a wrong key is a 400 whose ErrorInfo says API_KEY_INVALID; a 429 has
 * RetryInfo. An account without credit is a 429 that says so in words alone (discuss.ai.google.dev/t/170539). A request that
 * fails with 400 or 500 is not charged (https://ai.google.dev/gemini-api/docs/billing), but counts against the limits; a 5xx of
 * a proxy in between says nothing, so that only Google's own error object makes it a no.
 */
import { z } from 'zod'
import type { ErrorRules } from '../../service-api.ts'
import type { ServiceResponse } from '../../transport/send-request.ts'

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
const LONGEST_WAIT_MS = 25 * 3_600_000

export const ERRORS: ErrorRules = {
  isKeyRefused: (response) =>
    errorOf(response)?.details.some(({ reason }) => reason === 'API_KEY_INVALID') ?? false,
  isOutOfCredits: (response) => {
    const error = errorOf(response)
    return error !== null && OUT_OF_CREDITS.test(error.message)
  },
  isDefiniteNo: (response) => response.status === 500 && errorOf(response)?.code === 500,
  waitMs: (response) => {
    const delay = errorOf(response)?.details.find(({ retryDelay }) => retryDelay !== undefined)?.retryDelay
    const seconds = /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(delay ?? '')?.[1]
    return seconds === undefined ? null : Math.min(LONGEST_WAIT_MS, Math.ceil(Number(seconds) * 1_000))
  },
}

function errorOf({ status, json }: ServiceResponse): GoogleError | null {
  return status < 400 ? null : (errorSchema.safeParse(json).data?.error ?? null)
}
