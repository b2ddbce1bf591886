/**
 * The HTTP surface: which path and method goes to which handler.
 */
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { Problem } from '../problem.ts'
import { methodNotAllowed, refuse, succeed } from './answers.ts'
import { contactRoute } from './contact-route.ts'
import { allowAnyOrigin } from './cors.ts'
import { filesRoute } from './files-route.ts'
import { generateRoute } from './generate-route.ts'
import type { HttpParts } from './http-parts.ts'
import { taskRoute } from './task-route.ts'

/** The application, ready to be served. */
export function createApp(parts: HttpParts): Hono {
  const app = new Hono()
  const megabytes = Math.round(parts.options.maxBodyBytes / 1024 / 1024)
  const limitBody = bodyLimit({
    maxSize: parts.options.maxBodyBytes,
    onError() {
      throw new Problem(413, `The body is too large; at most ${megabytes} MB are read.`)
    },
  })

  app.onError((error, context) => refuse(context, error))
  app.notFound((context) => refuse(context, new Problem(404, 'There is nothing at this address.')))
  app.use(allowAnyOrigin())

  app.post('/api/v1/generate', limitBody, generateRoute(parts))
  app.all('/api/v1/generate', methodNotAllowed('POST, OPTIONS'))
  app.get('/api/v1/task/:id', taskRoute(parts))
  app.all('/api/v1/task/:id', methodNotAllowed('GET, OPTIONS'))
  app.post('/api/v1/contact', limitBody, contactRoute(parts))
  app.all('/api/v1/contact', methodNotAllowed('POST, OPTIONS'))
  app.get('/ai/models', (context) =>
    succeed(
      context,
      parts.makers.flatMap((maker) => maker.models),
    ),
  )
  app.all('/ai/models', methodNotAllowed('GET, OPTIONS'))
  app.get('/files/*', filesRoute(parts))
  app.all('/files/*', methodNotAllowed('GET, HEAD, OPTIONS'))
  return app
}
