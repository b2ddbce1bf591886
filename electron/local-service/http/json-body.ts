/**
 * Reads a JSON body, and says plainly why it is none.
 */
import type { Context } from 'hono'
import { Problem, invalidField } from '../problem.ts'

/** The parsed body; a `Problem` 400 for another content type or broken JSON. */
export async function readJsonBody(context: Context): Promise<unknown> {
  const type = context.req.header('Content-Type') ?? ''
  if (!/^application\/json\s*(;|$)/iu.test(type)) {
    throw invalidField('The header Content-Type', 'must be application/json.')
  }
  const text = await context.req.text()
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Problem(400, 'The body is not valid JSON.')
  }
}
