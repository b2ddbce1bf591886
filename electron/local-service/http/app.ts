/** The HTTP surface: which path and method goes to which handler. */
import type { HttpBindings } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { Problem } from '../problem.ts'
import { withShapeOption } from '../results/task-result.ts'
import { studioRoutes } from '../studio/routes.ts'
import { contactRoute } from './contact-route.ts'
import { filesRoute } from './files-route.ts'
import { generateRoute } from './generate-route.ts'
import { ownHostOnly } from './authentication.ts'
import type { HttpParts } from './http-parts.ts'
import document from './openapi.json' with { type: 'json' }
import { PATHS, methodNotAllowed, refuse, succeed } from './responses.ts'
import { taskRoute } from './task-route.ts'

export function createApp(parts: HttpParts): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const models = parts.makers.flatMap((maker) => maker.models).map(withShapeOption)

  app.onError((error, context) => refuse(context, error))
  app.notFound((context) => refuse(context, new Problem(404, 'There is nothing at this address.')))
  app.use(parts.log.watch)
  app.use(ownHostOnly())

  app.get(PATHS.studio, (context) => context.redirect(`${PATHS.studio}/`))
  app.route(`${PATHS.studio}/`, studioRoutes(parts))
  app.all(`${PATHS.studio}/*`, methodNotAllowed('GET'))

  app.use(allowAnyOrigin())
  app.post(PATHS.generate, generateRoute(parts))
  app.all(PATHS.generate, methodNotAllowed('POST, OPTIONS'))
  app.get(`${PATHS.task}/:id`, taskRoute(parts))
  app.all(`${PATHS.task}/:id`, methodNotAllowed('GET, OPTIONS'))
  app.post(PATHS.contact, contactRoute(parts))
  app.all(PATHS.contact, methodNotAllowed('POST, OPTIONS'))
  app.get(PATHS.models, (context) => succeed(context, models))
  app.all(PATHS.models, methodNotAllowed('GET, OPTIONS'))
  app.get(PATHS.openApi, (context) => context.json(openApiDocument(parts.baseUrl())))
  app.all(PATHS.openApi, methodNotAllowed('GET, OPTIONS'))
  app.get(`${PATHS.files}/*`, filesRoute(parts))
  app.all(`${PATHS.files}/*`, methodNotAllowed('GET, HEAD, OPTIONS'))
  return app
}

function openApiDocument(baseUrl: string): object {
  return { ...document, servers: [{ url: baseUrl }] }
}

/** CORS headers on every response, and the 204 preflight. */
function allowAnyOrigin(): MiddlewareHandler {
  return cors({
    origin: '*',
    allowMethods: ['GET', 'HEAD', 'POST', 'OPTIONS'],
    allowHeaders: ['Authorization', 'Content-Type', 'Range'],
    exposeHeaders: ['Retry-After', 'Content-Length', 'Content-Range', 'ETag'],
    maxAge: 86_400,
  })
}
