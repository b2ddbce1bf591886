/**
 * The studio's own pages under `/studio`, which are no part of the specification: a control page for developers of clients,
 * what it shows, and what each user has used.
 *
 * The page and its two files are public and hold nothing; the state takes the first user's key, the usage any key. The key
 * is typed into the page, stays in its memory, and travels in the Authorization header alone.
 */
import { Hono } from 'hono'
import { authenticate } from '../http/authentication.ts'
import { succeed } from '../http/responses.ts'
import { ownPagesOnly } from '../http/host-guard.ts'
import type { HttpParts } from '../http/http-parts.ts'
import { Problem } from '../problem.ts'
import { FIRST_OWNER } from '../store/api-keys.ts'
import { PAGE_HTML, PAGE_SCRIPT, PAGE_STYLE } from './page.ts'

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}

/** Tasks that the page lists. */
const MAX_TASKS = 200
const MAX_PROMPT = 120

/** To be mounted at `/studio/`. */
export function studioRoutes(parts: HttpParts): Hono {
  const routes = new Hono()
  routes.use(ownPagesOnly())
  routes.use(async (context, next) => {
    await next()
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value)
  })
  routes.get('/', (context) => context.html(PAGE_HTML))
  routes.get('/studio.js', (context) =>
    context.body(PAGE_SCRIPT, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  )
  routes.get('/studio.css', (context) =>
    context.body(PAGE_STYLE, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
  )
  routes.get('/state', (context) => {
    if (authenticate(context, parts.apiKeys) !== FIRST_OWNER) {
      throw new Problem(403, 'Only the first user of the service sees what all users do.')
    }
    return succeed(context, stateOf(parts))
  })
  routes.get('/usage', (context) => {
    const owner = authenticate(context, parts.apiKeys)
    const models = parts.usage.of(owner)
    const credits = models.reduce((sum, model) => sum + model.credits, 0)
    return succeed(context, { owner, credits, models })
  })
  return routes
}

/** Requests and tasks as they are now; a task that is being worked on with its live progress. */
function stateOf({ log, tasks, runner, load }: HttpParts): object {
  const lines = tasks.newest(MAX_TASKS).map(({ id, owner, model, prompt, status, progress, createdAt }) => {
    const live = runner.progress(id) ?? progress
    return { id, owner, model, prompt: prompt.slice(0, MAX_PROMPT), status, progress: live, createdAt }
  })
  return { requests: log.recent(), tasks: lines, load: load() }
}
