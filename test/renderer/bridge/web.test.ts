import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { EventMessage } from '#contract/events.ts'
import { createWebBridge } from '#renderer/bridge/web.ts'
import { readEvent, reconnectWaitMs } from '#renderer/bridge/event-stream.ts'
import { speak } from '#renderer/locales/messages.ts'

await speak('en')

type Handler = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

async function startHost(handle: Handler): Promise<{ origin: string; server: Server }> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => handle(request, response, Buffer.concat(parts)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

function connect(origin: string) {
  const leaving = new AbortController()
  cleanups.push(() => leaving.abort())
  return createWebBridge({ token: 'page-token', origin, fetch, signal: leaving.signal })
}

function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(': hello\n\n')
}

const NOTICE: EventMessage = { name: 'notice.cleared', data: { id: 'n1' } }

describe('the web bridge', () => {
  it('posts the input as JSON with the page token and hands back the envelope', async () => {
    const seen: unknown[] = []
    const { origin } = await startHost((request, response, body) => {
      if (request.url === '/events') return openStream(response)
      seen.push([
        request.method,
        request.url,
        request.headers['x-atelier-token'],
        JSON.parse(body.toString()),
      ])
      response.end(JSON.stringify({ ok: true, data: { url: 'http://x' } }))
    })
    const response = await connect(origin).call('app.launchUrl', {})
    expect(response).toEqual({ ok: true, data: { url: 'http://x' } })
    expect(seen).toEqual([['POST', '/rpc/app.launchUrl', 'page-token', {}]])
  })

  it('answers with an error, and does not throw, when nobody listens', async () => {
    const { origin, server } = await startHost((_request, response) => response.end())
    server.close()
    server.closeAllConnections()
    const response = await connect(origin).call('app.info', {})
    expect(response).toMatchObject({ ok: false, error: { code: 'not_available_here' } })
  })

  it('answers with an error when the host sends something else than an envelope', async () => {
    const { origin } = await startHost((request, response) => {
      if (request.url === '/events') return openStream(response)
      response.end('{"surprise":true}')
    })
    const response = await connect(origin).call('app.info', {})
    const message = expect.stringContaining('Reload the page') as unknown
    expect(response).toMatchObject({ ok: false, error: { code: 'internal', message } })
  })

  it('says once that the session has ended, and asks for no more events', async () => {
    let streams = 0
    const { origin } = await startHost((request, response) => {
      if (request.url === '/events') streams += 1
      response.statusCode = 401
      response.end('{}')
    })
    const bridge = connect(origin)
    let ends = 0
    await new Promise<void>((resolve) => {
      bridge.onEnded(() => {
        ends += 1
        resolve()
      })
    })
    await bridge.call('app.info', {})
    expect({ ends, streams }).toEqual({ ends: 1, streams: 1 })
  })

  it('follows events, and says so after it had to connect again', async () => {
    let streams = 0
    const { origin } = await startHost((_request, response) => {
      streams += 1
      openStream(response)
      response.write(`data: ${JSON.stringify(NOTICE)}\n\n`)
      if (streams === 1) response.end()
    })
    const bridge = connect(origin)
    const events: EventMessage[] = []
    let breaks = 0
    bridge.on((event) => events.push(event))
    bridge.onBreak(() => (breaks += 1))
    await new Promise<void>((resolve) => {
      bridge.onReconnect(resolve)
    })
    await expect.poll(() => events).toEqual([NOTICE, NOTICE])
    expect(breaks).toBe(1)
  })

  it('uploads the bytes as they are, with the name encoded', async () => {
    const seen: unknown[] = []
    const media = { id: 'inp_1', kind: 'image' }
    const { origin } = await startHost((request, response, body) => {
      if (request.url === '/events') return openStream(response)
      const { 'content-type': type, 'x-file-name': name, 'x-atelier-token': token } = request.headers
      seen.push([request.url, type, name, token, [...body]])
      response.end(JSON.stringify({ ok: true, data: media }))
    })
    const file = new Blob([new Uint8Array([0, 255, 10])], { type: 'image/png' })
    const response = await connect(origin).upload(file, 'Fuchs im Schnee – 1.png')
    expect(response).toEqual({ ok: true, data: media })
    const name = encodeURIComponent('Fuchs im Schnee – 1.png')
    expect(seen).toEqual([['/inputs', 'image/png', name, 'page-token', [0, 255, 10]]])
  })

  it('sends a file to the library with its date, and another only to be read', async () => {
    const seen: unknown[] = []
    const { origin } = await startHost((request, response, body) => {
      if (request.url === '/events') return openStream(response)
      const { 'x-file-name': name, 'x-file-modified': date, 'x-atelier-token': token } = request.headers
      seen.push([request.method, request.url, name, date, token, body.toString()])
      response.end(JSON.stringify({ ok: false, error: { code: 'not_found', message: 'none' } }))
    })
    const bridge = connect(origin)
    const file = new File(['fox'], 'Füchse.png', { type: 'image/png', lastModified: 1_700_000_000_000 })
    expect(await bridge.importFile(file, file.name)).toMatchObject({ error: { code: 'not_found' } })
    await bridge.importFile(new Blob(['owl']), 'owl.png')
    expect(await bridge.readRecipe(file)).toMatchObject({ error: { code: 'not_found' } })
    expect(seen).toEqual([
      ['POST', '/imports', 'F%C3%BCchse.png', '1700000000000', 'page-token', 'fox'],
      ['POST', '/imports', 'owl.png', undefined, 'page-token', 'owl'],
      ['POST', '/recipes', '', '1700000000000', 'page-token', 'fox'],
    ])
  })
})

describe('reading one block of the event stream', () => {
  it('reads an event', () => {
    expect(readEvent('data: {"name":"task.removed","data":{"id":"t"}}')).toEqual({
      name: 'task.removed',
      data: { id: 't' },
    })
  })
  it('joins data that spans lines', () => {
    expect(readEvent('data: {"name":"x",\ndata: "data":1}')).toEqual({ name: 'x', data: 1 })
  })
  it.each([': ping', 'data: nonsense', 'data: 5', 'event: x', ''])('ignores %j', (block) => {
    expect(readEvent(block)).toBeNull()
  })
})

it('waits longer after each failure, up to a bound', () => {
  expect([1, 2, 3, 4, 10].map(reconnectWaitMs)).toEqual([300, 600, 1200, 2400, 10_000])
})
