/**
 * Notes every request of the interface for the studio page; the studio's own are left out.
 */
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { PATHS } from '../http/paths.ts'
import type { Activity } from './activity.ts'

const MAX_PATH = 160
/** The secret part of a file's address. Of a query only `refresh` is shown: somebody may have put a key there. */
const TOKEN = /^(\/files\/(?:tmp\/)?)[^/]+/u

type Watched = Context<{ Bindings: HttpBindings; Variables: { owner: string; fault: string } }>

/** `now` gives the time in milliseconds since the Unix epoch. */
export function watchRequests(activity: Activity, now: () => number): MiddlewareHandler {
  return async (context: Watched, next) => {
    if (context.req.path.startsWith(PATHS.studio)) return await next()
    const [at, startedAt] = [now(), performance.now()]
    await next()
    const wasCutOff = context.env.outgoing.destroyed
    activity.addRequest({
      at,
      method: context.req.method,
      path: shown(context.req.url),
      status: wasCutOff ? null : context.res.status,
      durationMs: Math.round(performance.now() - startedAt),
      owner: context.get('owner') ?? null,
      fault: context.get('fault') ?? null,
    })
  }
}

function shown(url: string): string {
  const { pathname, searchParams } = new URL(url)
  const refresh = searchParams.get('refresh')
  return (pathname.replace(TOKEN, '$1…') + (refresh === null ? '' : `?refresh=${refresh}`)).slice(0, MAX_PATH)
}
