/**
 * Carries out the faults of a schedule on the HTTP side.
 *
 * Owns what each fault looks like to a client. Which request gets one is `count-faults.ts`'s business.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, MiddlewareHandler, Next } from 'hono'
import type { FaultCounter } from './count-faults.ts'
import { tellLie } from './lies.ts'
import { ENDPOINTS, type Endpoint, type Fault } from './schedule.ts'

type Served = Context<{ Bindings: HttpBindings }>

const PATHS: Readonly<Record<Endpoint, string>> = {
  generate: '/api/v1/generate',
  task: '/api/v1/task',
  contact: '/api/v1/contact',
  models: '/ai/models',
  files: '/files',
}

const DRIP_EVERY_MS = 50
const HTML =
  '<!doctype html>\n<html><head><title>Error</title></head><body><h1>Bad gateway</h1><p>The server is having a moment.</p></body></html>\n'

/** Middleware for the sample service: every request passes `faults` first. */
export function misbehave(faults: FaultCounter): MiddlewareHandler {
  return async (context: Served, next) => {
    const endpoint = endpointOf(context.req.path)
    const fault = endpoint === null || context.req.method === 'OPTIONS' ? null : faults.next(endpoint)
    if (fault === null) return await next()
    return await carryOut(fault, context, next)
  }
}

async function carryOut(fault: Fault, context: Served, next: Next): Promise<Response | void> {
  const { outgoing } = context.env
  switch (fault.kind) {
    case 'drop':
      if (fault.at !== 'request') await next()
      if (fault.at === 'body') await writeHalf(context)
      outgoing.destroy()
      context.res = RESPONSE_ALREADY_SENT
      return
    case 'delay':
      await waitUnlessGone(fault.ms, context)
      return await next()
    case 'refuse':
      if (fault.carriedOut) await next()
      context.res = refusal(fault)
      return
    case 'drip':
      await next()
      context.res = drip(context.res, fault.bytesPerSecond)
      return
    case 'lie':
      if (fault.lie !== 'refused-in-200') await next()
      context.res = await tellLie(fault.lie, context.res)
      return
  }
}

function endpointOf(path: string): Endpoint | null {
  return ENDPOINTS.find((name) => path === PATHS[name] || path.startsWith(`${PATHS[name]}/`)) ?? null
}

/** Promises the whole response and sends the first half. */
async function writeHalf(context: Served): Promise<void> {
  const { outgoing } = context.env
  const { status, headers } = context.res
  const body = Buffer.from(await context.res.arrayBuffer())
  const { promise, resolve } = Promise.withResolvers<void>()
  outgoing.writeHead(status, { ...Object.fromEntries(headers), 'Content-Length': body.length })
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => resolve())
  await promise
}

async function waitUnlessGone(ms: number, context: Served): Promise<void> {
  const gone = new AbortController()
  const onClose = (): void => gone.abort()
  context.env.outgoing.once('close', onClose)
  await wait(ms, undefined, { signal: gone.signal }).catch(() => undefined)
  context.env.outgoing.off('close', onClose)
}

function refusal(fault: Extract<Fault, { kind: 'refuse' }>): Response {
  const { status, retryAfterSeconds } = fault
  const headers = new Headers(
    retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) },
  )
  switch (fault.body) {
    case 'error':
      return Response.json({ code: status, message: 'A fault on request.' }, { status, headers })
    case 'html':
      headers.set('Content-Type', 'text/html; charset=utf-8')
      return new Response(HTML, { status, headers })
    case 'empty':
      return new Response(null, { status, headers })
  }
}

/** The same response, a few bytes at a time. */
function drip(response: Response, bytesPerSecond: number): Response {
  const reader = response.body?.getReader()
  if (reader === undefined) return response
  const portion = Math.max(1, Math.round((bytesPerSecond * DRIP_EVERY_MS) / 1000))
  let rest = new Uint8Array()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (rest.length === 0) {
        const read = await reader.read()
        if (read.done) return controller.close()
        rest = Uint8Array.from(read.value)
      }
      controller.enqueue(rest.subarray(0, portion))
      rest = rest.subarray(portion)
      await wait(DRIP_EVERY_MS * Math.max(1, 1000 / DRIP_EVERY_MS / bytesPerSecond))
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return new Response(body, { status: response.status, headers: response.headers })
}
