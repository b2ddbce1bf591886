/** POST /api/v1/contact: keeps a message. */
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { z } from 'zod'
import { Problem } from '../problem.ts'
import { tooMany } from '../tasks/rate-limit.ts'
import { succeed } from './responses.ts'
import type { HttpParts } from './http-parts.ts'

const MAX_CONTENT_CHARACTERS = 5_000
const MINUTE_MS = 60_000
/** JSON may write each character with twelve bytes. */
const MAX_BYTES = 128 * 1024

const contactSchema = z.object(
  {
    email: z
      .string({ error: 'email is missing or not a string.' })
      .pipe(z.email({ error: 'email is not an email address.' })),
    content: z
      .string({ error: 'content is missing or not a string.' })
      .refine((text) => text.trim() !== '', { error: 'content is empty.' })
      .refine((text) => Array.from(text).length <= MAX_CONTENT_CHARACTERS, {
        error: `content is longer than ${MAX_CONTENT_CHARACTERS} characters.`,
      }),
  },
  { error: 'The body must be a JSON object.' },
)

/** Kept messages alone count against the limit, per address of the visitor. */
export function contactRoute(parts: HttpParts): (context: Context) => Promise<Response> {
  const { contacts, options, bodies } = parts
  return async (context) => {
    const read = await bodies.read(context, MAX_BYTES, async (body) => contactSchema.safeParse(body))
    if (!read.success) throw new Problem(400, read.error.issues.map((issue) => issue.message).join(' '))
    const visitor = getConnInfo(context).remote.address ?? 'unknown'
    const now = options.now()
    const times = contacts.timesSince(visitor, now - MINUTE_MS)
    const oldest = times[times.length - options.limits.contactsPerMinute]
    if (oldest !== undefined) throw tooMany('Too many messages.', oldest, MINUTE_MS, now)
    contacts.add(visitor, read.data.email, read.data.content)
    return succeed(context, {})
  }
}
