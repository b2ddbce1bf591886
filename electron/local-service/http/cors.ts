/**
 * Lets pages of any origin call the API: a bearer key is no ambient credential, so nothing is exposed.
 */
import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

/** CORS headers on every response, and the 204 preflight. */
export function allowAnyOrigin(): MiddlewareHandler {
  return cors({
    origin: '*',
    allowMethods: ['GET', 'HEAD', 'POST', 'OPTIONS'],
    allowHeaders: ['Authorization', 'Content-Type', 'Range'],
    exposeHeaders: ['Retry-After', 'Content-Length', 'Content-Range', 'ETag'],
    maxAge: 86_400,
  })
}
