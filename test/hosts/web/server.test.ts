import { renderResult } from '#core/messages/render.ts'
import { createServer, type IncomingMessage, request } from 'node:http'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type ErrorCode, fail } from '#contract/errors.ts'
import { startWebServer } from '#hosts/web/server.ts'
import { createSessions } from '#hosts/web/sessions.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { until } from '#test/stand-ins/until.ts'
import { createFakeApp, noticeEvent } from '../fake-app.ts'
import { openServer } from './web-server-setup.ts'
import { message, written } from '#contract/messages/message.ts'
import { say } from '#test/stand-ins/say.ts'
import { slow } from '#test/stand-ins/scale.ts'

const MEGABYTE = 1024 * 1024

test('hands a call to the application and its answer back', async () => {
  const { ask, app, bearer, json } = await openServer()
  const init = { method: 'POST', headers: { ...bearer, ...json }, body: '{"id":"t1"}' }
  const response = await ask('/rpc/tasks.get', init)
  expect([response.status, await response.json(), app.calls]).toEqual([
    200,
    { ok: true, data: { fine: true } },
    [['tasks.get', { id: 't1' }]],
  ])
})

test.each([
  ['invalid_input', 400],
  ['unauthorized', 424],
  ['not_found', 404],
  ['rate_limited', 429],
  ['conflict', 409],
  ['internal', 500],
] satisfies readonly (readonly [ErrorCode, number])[])(
  'answers %s with %i and the envelope',
  async (code, status) => {
    const { ask, app, bearer, json } = await openServer()
    app.response = renderResult(fail(code, written('why')), say)
    const response = await ask('/rpc/a.b', { method: 'POST', headers: { ...bearer, ...json }, body: '{}' })
    expect([response.status, await response.json()]).toEqual([
      status,
      { ok: false, error: { code, id: 'shared.written', values: { text: 'why' }, message: 'why' } },
    ])
  },
)

test('refuses what is not JSON, not said to be JSON, or too large', async () => {
  const { ask, app, bearer, json } = await openServer({ callBytes: 100 })
  const send = async (body: BodyInit, headers: Record<string, string>) => {
    const response = await ask('/rpc/a.b', { method: 'POST', headers: { ...bearer, ...headers }, body })
    const answer: unknown = await response.json()
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
    return response.status
  }
  expect([
    await send('{', json),
    await send('', json),
    await send(new Uint8Array([0x22, 0xff, 0x22]), json),
    await send('{}', { 'content-type': 'text/plain' }),
    await send('{}', { 'content-type': 'application/x-www-form-urlencoded' }),
    await send(`"${'a'.repeat(200)}"`, json),
  ]).toEqual([400, 400, 400, 415, 415, 413])
  expect(app.calls).toEqual([])
})

slow('takes a call of a megabyte, and more only where the call may be longer', async () => {
  const { ask, app, origin, bearer, json } = await openServer()
  const send = async (route: string, megabytes: number) => {
    const body = JSON.stringify('a'.repeat(megabytes * MEGABYTE - 2))
    return (await ask(`/rpc/${route}`, { method: 'POST', headers: { ...bearer, ...json }, body })).status
  }
  const large = ['tasks.submit', 'inputs.add', 'library.export', 'wordlists.set', 'desktop.copyText']
  const sent = [...large, 'app.info', 'a.b']
  expect(await Promise.all(sent.map((route) => send(route, 1)))).toEqual(sent.map(() => 200))
  expect(await Promise.all(large.map((route) => send(route, 2)))).toEqual(large.map(() => 200))
  /** By its length alone: no byte of the body is sent. */
  const announce = async (route: string, megabytes: number) => {
    const headers = { ...bearer, ...json, 'content-length': megabytes * MEGABYTE }
    const sent = request(`${origin}/rpc/${route}`, { method: 'POST', headers })
    sent.flushHeaders()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    sent.on('error', () => undefined).destroy()
    return response.statusCode
  }
  expect([await announce('app.info', 2), await announce('a.b', 2)]).toEqual([413, 413])
  expect([await announce('tasks.submit', 33), await announce('app.info', 33)]).toEqual([413, 413])
  expect(app.calls).toHaveLength(sent.length + large.length)
})

test('says nothing of what went wrong inside', async () => {
  const { ask, app, bearer, json, logged } = await openServer()
  app.response = new Error('secret detail at /home/someone')
  const response = await ask('/rpc/a.b', { method: 'POST', headers: { ...bearer, ...json }, body: '{}' })
  expect([response.status, (await response.text()).includes('secret')]).toEqual([500, false])
  expect(logged.join()).not.toContain('secret')
})

async function follow(response: Response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  /** Everything up to and with the chunk that completes `expected`, since the last time. */
  return async (expected: string) => {
    while (!text.includes(expected)) {
      const chunk = await reader?.read()
      if (!chunk || chunk.done) return `${text}<end>`
      text += chunk.value
    }
    const taken = text
    text = ''
    return taken
  }
}

test('streams every event, and a heartbeat when nothing happens', async () => {
  const { ask, app, bearer, clock } = await openServer()
  const response = await ask('/events', { headers: bearer })
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const read = await follow(response)
  expect(await read('\n\n')).toBe(': connected\n\n')
  app.emit(noticeEvent)
  expect(await read('n1')).toBe('data: {"name":"notice.cleared","data":{"id":"n1"}}\n\n')
  clock.advance(15_000)
  expect(await read('alive')).toContain(': alive\n\n')
})

test('ends the streams and its subscription when it closes', async () => {
  const { ask, app, bearer, close, clock } = await openServer()
  const response = await ask('/events', { headers: bearer })
  const closing = close()
  await response.text().catch(() => '')
  await closing
  expect([app.listeners.size, clock.waits]).toEqual([0, 0])
})

slow('drops a listener that does not read, and only that one', async () => {
  const { ask, app, bearer, port, sessions } = await openServer({ bufferedEventBytes: 100_000 })
  const read = await follow(await ask('/events', { headers: bearer }))
  const idle = connect(port, '127.0.0.1')
  onTestFinished(() => void idle.destroy())
  let isDropped = false
  idle.on('error', () => undefined).on('close', () => (isDropped = true))
  idle.write(
    `GET /events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${sessions.bearerToken}\r\n\r\n`,
  )
  await once(idle, 'readable')
  const text = 'm'.repeat(50_000)
  for (let count = 1; count <= 400; count += 1) {
    const said = { ...written(''), text }
    app.emit({ name: 'notice.raised', data: { id: `e${count}.`, code: 'c', message: said } })
    await read(`\n\n`)
  }
  idle.resume()
  await until(() => isDropped, { what: 'the connection to close' })
  app.emit({ name: 'notice.cleared', data: { id: 'last' } })
  expect((await read('"last"')).endsWith('<end>')).toBe(false)
})

test('opens no more than 32 streams', async () => {
  const { ask, bearer } = await openServer()
  const responses = await Promise.all(Array.from({ length: 33 }, () => ask('/events', { headers: bearer })))
  expect(responses.filter(({ status }) => status === 503)).toHaveLength(1)
  await Promise.all(responses.map(async ({ body }) => body?.cancel()))
})

test('says in one sentence that a port is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const address = other.address()
  const port = address && typeof address === 'object' ? address.port : 0
  const clock = createManualClock()
  const app = createFakeApp()
  const agents = async () => new Response()
  const options = {
    app,
    agents,
    files: new Map(),
    mediaFolders: [],
    sessions: createSessions(clock),
    clock,
    port,
  }
  expect(await startWebServer({ ...options, say, log: () => undefined })).toEqual(
    fail('conflict', message('hosts.portTaken', { port })),
  )
  expect([app.listeners.size, clock.waits]).toEqual([0, 0])
})

test('listens on 127.0.0.1 alone', async () => {
  const { port } = await openServer()
  const socket = connect(port, '::1')
  const [error] = await once(socket, 'error')
  expect(error).toBeInstanceOf(Error)
})

test('refuses a launch token after ten minutes', () => {
  const clock = createManualClock()
  const sessions = createSessions(clock)
  const [early, late] = [sessions.createLaunchToken(), sessions.createLaunchToken()]
  clock.advance(10 * 60_000 - 1)
  expect(sessions.redeem(early)).not.toBeNull()
  clock.advance(1)
  expect(sessions.redeem(late)).toBeNull()
})

test('keeps launch, cookie, page and bearer tokens apart', () => {
  const sessions = createSessions(createManualClock())
  const token = sessions.createLaunchToken()
  const session = sessions.redeem(token)
  const secrets = [token, session?.cookie, session?.pageToken, sessions.bearerToken]
  expect(new Set(secrets).size).toBe(4)
  expect(secrets.every((secret) => /^[\w-]{43}$/.test(secret ?? ''))).toBe(true)
  for (const secret of [session?.cookie, session?.pageToken, sessions.bearerToken, '']) {
    expect(sessions.redeem(secret ?? '')).toBeNull()
  }
  for (const secret of [token, session?.pageToken, sessions.bearerToken, '']) {
    expect(sessions.find(secret ?? '')).toBeNull()
  }
})

test('forgets the oldest when a hundred are outstanding', () => {
  const sessions = createSessions(createManualClock())
  const tokens = Array.from({ length: 101 }, () => sessions.createLaunchToken())
  expect([sessions.redeem(tokens[0] ?? ''), sessions.redeem(tokens[1] ?? '') === null]).toEqual([null, false])
})
