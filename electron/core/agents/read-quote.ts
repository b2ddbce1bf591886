/**
 * Parses what an agent asks a quote for. It comes from a program that nobody here has written: how much it is, is known before any of it
 * is parsed, the event loop has its turn between the parts, and requests that are the same are parsed once and are one object from then on.
 */
import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { z } from 'zod'
import { MAX_REQUESTS, quoteInputSchema } from '#contract/agents.ts'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { invalidInput } from '../calls/handlers.ts'

/** The requests of a quote as JSON. */
const MAX_QUOTE = 256 * 1024
/** Requests parsed at once, in a few milliseconds. */
const A_STEP = 10

export type QuoteInput = z.infer<typeof quoteInputSchema>

const listSchema = z.looseObject({ requests: z.array(z.unknown()) })

export async function readQuote(input: unknown): Promise<Result<QuoteInput>> {
  const list = listSchema.safeParse(input)
  const count = list.data?.requests.length ?? 0
  if (count > MAX_REQUESTS) {
    return fail('invalid_input', message('agents.quote.tooManyRequests', { limit: MAX_REQUESTS }), {
      field: 'requests',
    })
  }
  if (!list.success || count === 0) {
    const parsed = quoteInputSchema.safeParse(input)
    return parsed.success ? succeed(parsed.data) : invalidInput(parsed.error)
  }
  const { requests, ...rest } = list.data
  const texts = textsOf(requests)
  if (!texts) {
    const said = message('agents.quote.tooLong', { kilobytes: MAX_QUOTE / 1024 })
    return fail('invalid_input', said, { field: 'requests' })
  }
  const known = new Map<string, GenerateRequest>()
  let profileId: string | undefined
  for (const [index, text] of texts.entries()) {
    if (known.has(text)) continue
    const parsed = quoteInputSchema.safeParse({ ...rest, requests: [requests[index]] })
    if (!parsed.success) return invalidInput(atPlace(parsed.error, index))
    const [request] = parsed.data.requests
    if (request) known.set(text, request)
    profileId = parsed.data.profileId
    if (known.size % A_STEP === 0) await yieldToLoop()
  }
  return succeed({ profileId, requests: texts.flatMap((text) => known.get(text) ?? []) })
}

/** Each as JSON; null where together they are too long. The same object is written once. */
function textsOf(requests: readonly unknown[]): readonly string[] | null {
  const written = new Map<unknown, string>()
  let left = MAX_QUOTE
  for (const request of requests) {
    const text = written.get(request) ?? JSON.stringify(request) ?? ''
    written.set(request, text)
    left -= text.length + 1
    if (left < 0) return null
  }
  return requests.map((request) => written.get(request) ?? '')
}

/** Of the one request that was parsed, as of the list that it is from. */
function atPlace({ issues }: z.ZodError, index: number): z.ZodError {
  return new z.ZodError(
    issues.map((issue) =>
      issue.path[0] === 'requests' ? { ...issue, path: ['requests', index, ...issue.path.slice(2)] } : issue,
    ),
  )
}
