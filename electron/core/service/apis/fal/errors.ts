/**
 * How fal tells its errors: `detail` is a text, or a list of what is wrong with which field
 * (https://fal.ai/docs/documentation/model-apis/errors; https://github.com/fal-ai/fal-js/blob/main/libs/client/src/response.ts).
 */
import { z } from 'zod'
import type { Json } from '#contract/json.ts'
import { plainWords } from '../../outcomes.ts'
import type { ErrorRules } from '../../service-api.ts'

const MOST_COMPLAINTS = 20

const listSchema = z.object({
  detail: z.array(
    z.object({
      msg: z.string(),
      loc: z.array(z.union([z.string(), z.number()])).catch([]),
      type: z.string().catch(''),
    }),
  ),
})
const textSchema = z.object({ detail: z.string() })

export function wordsOf(json: Json | undefined, excerpt: string): string {
  const parsed = listSchema.safeParse(json)
  if (!parsed.success) return plainWords(json, excerpt)
  const complaints = parsed.data.detail.slice(0, MOST_COMPLAINTS).map(({ msg, loc, type }) => {
    const place = loc.filter((part) => part !== 'body').join('.')
    const words = place === '' ? msg : `${place}: ${msg}`
    return type === 'content_policy_violation' ? `The content was refused. ${words}` : words
  })
  return complaints.join('; ')
}

export const FAL_ERRORS: ErrorRules = {
  words: wordsOf,
  // 403 "User is locked. Reason: Exhausted balance. …": public repositories quote it, no document has it.
  isOutOfCredits: ({ status, json }) => {
    const parsed = textSchema.safeParse(json)
    return status === 403 && parsed.success && /exhausted balance|user is locked/iu.test(parsed.data.detail)
  },
}
