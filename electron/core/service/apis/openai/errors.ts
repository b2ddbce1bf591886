/**
 * How OpenAI tells what went wrong: `{error: {message, type, param, code}}` (schema ErrorResponse of its OpenAPI document).
 *
 * Codes: https://developers.openai.com/api/docs/guides/error-codes and public reports (github.com/langchain-ai/langchainjs/issues/1929:
 * an empty account is a 429 with insufficient_quota; github.com/dfinke/PowerShellAI/issues/127: billing_hard_limit_reached with 400;
 * github.com/jeffstric/ZJT/issues/480: moderation_blocked with 400).
 */
import { z } from 'zod'
import type { Json } from '#contract/json.ts'
import { plainWords } from '../../outcomes.ts'
import type { ErrorRules } from '../../service-api.ts'
import type { ServiceResponse } from '../../transport/send-request.ts'

const errorSchema = z.object({
  error: z.object({ message: z.string(), type: z.string().nullish(), code: z.string().nullish() }),
})

const OUT_OF_CREDITS = new Set(['insufficient_quota', 'billing_hard_limit_reached'])
const CONTENT_REFUSED = new Set(['moderation_blocked', 'content_policy_violation'])

export const ERRORS: ErrorRules = {
  words: (json, excerpt) => {
    const { error } = parse(json)
    const words = plainWords(json, excerpt)
    return isIn(CONTENT_REFUSED, error) ? `the content was refused. ${words}` : words
  },
  isOutOfCredits: ({ status, json }) => status >= 400 && isIn(OUT_OF_CREDITS, parse(json).error),
  waitMs,
}

function parse(json: Json | undefined): Partial<z.infer<typeof errorSchema>> {
  return errorSchema.safeParse(json).data ?? {}
}

function isIn(codes: ReadonlySet<string>, error: z.infer<typeof errorSchema>['error'] | undefined): boolean {
  return codes.has(error?.code ?? '') || codes.has(error?.type ?? '')
}

/**
 * A 429 has Retry-After where OpenAI has worked out a delay (OpenAPI, TooManyRequests); else the limit that is used up says
 * when it is full again (https://developers.openai.com/api/docs/guides/rate-limits: "1s", "6m0s").
 */
function waitMs({ retryAfter, header }: ServiceResponse): number | null {
  if (retryAfter !== null) return null
  const waits = ['requests', 'tokens', 'images'].flatMap((limit) => {
    const isUsedUp = Number(header(`x-ratelimit-remaining-${limit}`) ?? 1) <= 0
    return isUsedUp ? (durationMs(header(`x-ratelimit-reset-${limit}`)) ?? []) : []
  })
  return waits.length === 0 ? null : Math.max(...waits)
}

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 }
const LONGEST_MS = 25 * 3_600_000

/** "1m12.5s" in milliseconds. */
function durationMs(text: string | null): number | null {
  if (text === null || text.length > 40 || !/^(?:\d+(?:\.\d+)?(?:ms|[hms]))+$/.test(text)) return null
  let sum = 0
  for (const [, amount, unit] of text.matchAll(/([\d.]+)(ms|[hms])/g))
    sum += Number(amount) * (UNITS[unit ?? ''] ?? 0)
  return Math.min(LONGEST_MS, Math.ceil(sum))
}
