/**
 * Reads a JSON body, and says why it is none.
 */
import { setImmediate } from 'node:timers/promises'
import type { Context } from 'hono'
import { Problem, invalidField } from '../problem.ts'

const LARGE = 1_000_000

/** The parsed body; a `Problem` 400 for another content type or broken JSON. */
export async function readJsonBody(context: Context): Promise<unknown> {
  const type = context.req.header('Content-Type') ?? ''
  if (!/^application\/json\s*(;|$)/iu.test(type)) {
    throw invalidField('The header Content-Type', 'must be application/json.')
  }
  const text = await context.req.text()
  // Decoding and parsing a body of many megabytes take tens of milliseconds each: other requests are served in between.
  if (text.length > LARGE) await setImmediate()
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Problem(400, 'The body is not valid JSON.')
  }
}
