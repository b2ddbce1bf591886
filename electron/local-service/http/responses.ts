/** Where the endpoints lie, and the bodies that all of them share: the success envelope and the error object. */
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { Problem } from '../problem.ts'
import { drain } from './bodies.ts'

/** 200 with `{code: 0, message, data}`. */
export function succeed(context: Context, data: unknown, message = 'ok'): Response {
  return context.json({ code: 0, message, data })
}

/**
 * The error object for anything thrown; what is not a `Problem` becomes a 500 that gives nothing away.
 *
 * Who may not call, or sends too much, loses the connection: it ends when the rest of the body has been thrown away, since a
 * client that is cut off while it sends would not read why.
 */
export function refuse(context: Context<{ Bindings: HttpBindings }>, error: unknown): Response {
  const problem = error instanceof Problem ? error : new Problem(500, 'The service failed. Try again.')
  const { status, message, headers } = problem
  for (const [name, value] of Object.entries(headers)) context.header(name, value)
  const { incoming } = context.env
  const isLast = [401, 413, 421].includes(status) || (status === 429 && !incoming.complete)
  if (isLast) context.header('Connection', 'close')
  if (!isLast || incoming.complete) return context.json({ code: status, message }, status)
  const text = new TextEncoder().encode(JSON.stringify({ code: status, message }))
  context.header('Content-Type', 'application/json')
  context.header('Content-Length', String(text.length))
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(text)
      await drain(incoming)
      controller.close()
    },
  })
  return context.body(body, status)
}

/** A handler for every method a path does not have. `allowed` is the Allow header. */
export function methodNotAllowed(allowed: string): (context: Context) => never {
  return (context) => {
    throw new Problem(405, `${context.req.method} is not possible here; use ${allowed}.`, { Allow: allowed })
  }
}

export const PATHS = {
  generate: '/api/v1/generate',
  task: '/api/v1/task',
  contact: '/api/v1/contact',
  models: '/ai/models',
  files: '/files',
  openApi: '/api/v1/openapi.json',
  studio: '/studio',
} as const
