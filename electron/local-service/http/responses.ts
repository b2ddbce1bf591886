/**
 * The bodies that every endpoint shares: the success envelope and the error object.
 */
import type { Context } from 'hono'
import { Problem } from '../problem.ts'

/** 200 with `{code: 0, message, data}`. */
export function succeed(context: Context, data: unknown, message = 'ok'): Response {
  return context.json({ code: 0, message, data })
}

/** The error object for anything thrown; what is not a `Problem` becomes a 500 that gives nothing away. */
export function refuse(context: Context, error: unknown): Response {
  const problem = error instanceof Problem ? error : new Problem(500, 'The service failed. Try again.')
  for (const [name, value] of Object.entries(problem.headers)) context.header(name, value)
  return context.json({ code: problem.status, message: problem.message }, problem.status)
}

/** A handler for every method a path does not have. `allowed` is the Allow header. */
export function methodNotAllowed(allowed: string): (context: Context) => never {
  return (context) => {
    throw new Problem(405, `${context.req.method} is not possible here; use ${allowed}.`, { Allow: allowed })
  }
}
