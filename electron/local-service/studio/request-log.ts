/**
 * The last API requests, for the control page. Kept in memory only, without keys and without the secret part of a file's address.
 */
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { PATHS } from '../http/responses.ts'

interface SeenRequest {
  /** In milliseconds since the Unix epoch. */
  readonly at: number
  readonly method: string
  readonly path: string
  /** Null when the response was cut off. */
  readonly status: number | null
  readonly durationMs: number
  /** The user of a valid key; null without one. */
  readonly owner: string | null
}

export interface RequestLog {
  /** Notes every request but the control page's own. */
  readonly watch: MiddlewareHandler
  /** Oldest first. */
  recent(): readonly SeenRequest[]
}

const MAX_REQUESTS = 200
const MAX_PATH = 160
/** The secret part of a file's address. Of a query only `refresh` is shown: somebody may have put a key there. */
const TOKEN = /^(\/files\/(?:tmp\/)?)[^/]+/u

type Watched = Context<{ Bindings: HttpBindings; Variables: { owner: string } }>

/** `now` gives the time in milliseconds since the Unix epoch. */
export function createRequestLog(now: () => number): RequestLog {
  const requests: SeenRequest[] = []
  return {
    recent: () => [...requests],
    async watch(context: Watched, next) {
      if (context.req.path.startsWith(PATHS.studio)) return await next()
      const [at, startedAt] = [now(), performance.now()]
      await next()
      requests.push({
        at,
        method: context.req.method,
        path: shown(context.req.url),
        status: context.env.outgoing.destroyed ? null : context.res.status,
        durationMs: Math.round(performance.now() - startedAt),
        owner: context.get('owner') ?? null,
      })
      if (requests.length > MAX_REQUESTS) requests.shift()
    },
  }
}

function shown(url: string): string {
  const { pathname, searchParams } = new URL(url)
  const refresh = searchParams.get('refresh')
  return (pathname.replace(TOKEN, '$1…') + (refresh === null ? '' : `?refresh=${refresh}`)).slice(0, MAX_PATH)
}
