/**
 * Check 35: a launch token once, then a strict cookie and a header token together, media and events included; and nobody fills the web
 * host with connections or bodies, or holds it open by sending or reading slowly.
 */
import { once } from 'node:events'
import { readdir, readlink, truncate } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { MAX_CALL_VALUES } from '#contract/json.ts'
import { until } from '#test/stand-ins/until.ts'
import { openServer } from '../hosts/web/web-server-setup.ts'

const call = (headers: Record<string, string>) => ({ method: 'POST', headers, body: '{}' })
const locked = 'Open Atelier with its launch address. To get a new one, run npm start.'

test('exchanges a launch token for a strict cookie and sends the browser to the page', async () => {
  const { launch } = await openServer()
  const { arrival, setCookie } = await launch()
  expect(arrival.status).toBe(303)
  expect(arrival.headers.get('location')).toMatch(/^\/#token=[\w-]{43}$/)
  expect(setCookie).toMatch(/^atelier-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
})

test('takes a launch token once, but leads a browser that has its session home', async () => {
  const { ask, sessions, launch } = await openServer()
  const address = `/?token=${sessions.createLaunchToken()}`
  expect((await ask(address)).status).toBe(303)
  expect((await ask(address)).status).toBe(401)
  const { cookie } = await launch()
  const again = await ask(address, { headers: cookie })
  expect([again.status, again.headers.get('set-cookie')]).toEqual([303, null])
})

test('leaves a browser that is launched once more the session of the pages it has open', async () => {
  const { ask, sessions, launch, json } = await openServer()
  const { cookie, token } = await launch()
  const again = await ask(`/?token=${sessions.createLaunchToken()}`, { headers: cookie })
  expect([again.status, again.headers.get('set-cookie'), again.headers.get('location')]).toEqual([
    303,
    null,
    `/#token=${token['x-atelier-token']}`,
  ])
  expect((await ask('/rpc/app.info', call({ ...json, ...cookie, ...token }))).status).toBe(200)
})

test('does not spend a launch token on a HEAD request', async () => {
  const { ask, sessions } = await openServer()
  const address = `/?token=${sessions.createLaunchToken()}`
  expect((await ask(address, { method: 'HEAD' })).status).toBe(401)
  expect((await ask(address)).status).toBe(303)
})

test('tells a stranger nothing but how to come in', async () => {
  const { ask, app } = await openServer()
  const front = await ask('/')
  expect([front.status, await front.text()]).toEqual([401, `${locked}\n`])
  for (const path of [
    '/media/a1',
    '/media/none',
    '/index.html',
    '/events',
    '/nothing',
    '/rpc/app.info',
    '/?token=',
  ]) {
    const response = await ask(path)
    expect([path, response.status, (await response.text()).includes(locked)]).toEqual([path, 401, true])
  }
  expect((await ask('/rpc/app.info', call({ 'content-type': 'application/json' }))).status).toBe(401)
  expect([app.calls, app.asked]).toEqual([[], []])
})

test('lets the page call with cookie and page token together, never with one of them', async () => {
  const { ask, app, launch, json } = await openServer()
  const { cookie, token } = await launch()
  const responses = [
    await ask('/rpc/app.info', call({ ...json, ...cookie, ...token })),
    await ask('/rpc/app.info', call({ ...json, ...cookie })),
    await ask('/rpc/app.info', call({ ...json, ...token })),
    await ask('/rpc/app.info', call({ ...json, ...cookie, 'x-atelier-token': 'wrong' })),
  ]
  expect(responses.map(({ status }) => status)).toEqual([200, 401, 401, 401])
  expect(app.calls).toEqual([['app.info', {}]])
})

test('asks for the page token on events and uploads too', async () => {
  const { ask, app, launch } = await openServer()
  const { cookie, token } = await launch()
  expect((await ask('/events', { headers: cookie })).status).toBe(401)
  for (const address of ['/inputs', '/imports', '/recipes', '/saves', '/library/layout']) {
    expect((await ask(address, { method: 'POST', headers: cookie, body: 'x' })).status).toBe(401)
    expect((await ask(address, { method: 'POST', headers: token, body: 'x' })).status).toBe(401)
  }
  expect([app.uploads, app.imports, app.recipes, app.layouts]).toEqual([[], [], [], []])
  expect((await ask('/inputs', { method: 'POST', headers: { ...cookie, ...token }, body: 'x' })).status).toBe(
    200,
  )
  expect(app.uploads).toHaveLength(1)
})

test('tells whoever has the cookie nothing of the page token: another server of this computer may', async () => {
  const { ask, sessions, launch } = await openServer()
  const { cookie } = await launch()
  const pageToken = sessions.find(cookie.cookie.split('=')[1] ?? '')?.pageToken ?? ''
  expect(pageToken).toMatch(/^[\w-]{43}$/)
  for (const address of ['/', '/index.html', `/?token=${sessions.createLaunchToken().slice(1)}`]) {
    const response = await ask(address, { headers: cookie })
    expect(`${response.headers.get('location') ?? ''}${await response.text()}`).not.toContain(pageToken)
  }
})

test('does not mix the halves of two sessions', async () => {
  const { ask, launch, json } = await openServer()
  const [one, other] = [await launch(), await launch()]
  expect((await ask('/rpc/app.info', call({ ...json, ...one.cookie, ...other.token }))).status).toBe(401)
})

test('shows media to the cookie alone', async () => {
  const { ask, launch } = await openServer()
  const { cookie } = await launch()
  expect(await (await ask('/media/a1', { headers: cookie })).text()).toBe('image')
  expect((await ask('/media/a1', { headers: { cookie: 'atelier=x' } })).status).toBe(401)
})

test('takes the bearer token everywhere, and no cookie makes a wrong one good', async () => {
  const { ask, launch, bearer, json, sessions } = await openServer()
  const { cookie } = await launch()
  expect((await ask('/rpc/app.info', call({ ...json, ...bearer }))).status).toBe(200)
  expect((await ask('/media/a1', { headers: bearer })).status).toBe(200)
  expect((await ask('/', { headers: bearer })).status).toBe(200)
  const wrong = [
    'Bearer wrong',
    'Bearer',
    'Basic eDp4',
    sessions.bearerToken,
    `Bearer ${sessions.createLaunchToken()}`,
  ]
  for (const authorization of wrong) {
    expect((await ask('/media/a1', { headers: { ...cookie, authorization } })).status).toBe(401)
  }
})

interface Client {
  readonly socket: Socket
  /** Everything that came. */
  text(): string
  isClosed(): boolean
}

async function dial(port: number): Promise<Client> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let [text, closed] = ['', false]
  socket.on('error', () => undefined).on('close', () => (closed = true))
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
  await once(socket, 'connect')
  return { socket, text: () => text, isClosed: () => closed }
}

const head = (port: number, token: string, request: string, ...lines: readonly string[]) =>
  [request, `Host: 127.0.0.1:${port}`, `Authorization: Bearer ${token}`, ...lines, '', ''].join('\r\n')

const QUICK = { requestMs: 400, headersMs: 400, checkEveryMs: 50 }

test.each([
  ['says nothing', []],
  ['sends half a line', ['GET /rpc']],
  ['sends headers without end', ['GET / HTTP/1.1\r\n', 'Host: 127.0.0.1\r\n', 'X-A: a\r\n']],
])('cuts off a sender that %s', async (_, chunks) => {
  const { port, app } = await openServer({ headersMs: 200, checkEveryMs: 50 })
  const client = await dial(port)
  for (const chunk of chunks) client.socket.write(chunk)
  await until(client.isClosed)
  expect(client.text() === '' || client.text().startsWith('HTTP/1.1 408')).toBe(true)
  expect(app.calls).toEqual([])
})

test.each(['/rpc/app.info', '/inputs', '/imports', '/recipes', '/saves', '/library/layout'])(
  'cuts off a sender whose body does not come (%s)',
  async (path) => {
    const { port, sessions, app } = await openServer(QUICK)
    const client = await dial(port)
    const lines = ['Content-Type: application/json', 'Content-Length: 1000']
    client.socket.write(`${head(port, sessions.bearerToken, `POST ${path} HTTP/1.1`, ...lines)}{`)
    await until(client.isClosed)
    expect([app.calls, app.uploads, app.imports, app.recipes, app.layouts]).toEqual([[], [], [], [], []])
  },
)

test('closes the oldest connection without a session for a new one when there are as many as it takes', async () => {
  const { port, ask, bearer, sessions } = await openServer({ mostConnections: 4 })
  const own = await dial(port)
  own.socket.write(head(port, sessions.bearerToken, 'GET /media/a1 HTTP/1.1'))
  await until(() => own.text().includes('200 OK'))
  const held = [await dial(port), await dial(port), await dial(port)]
  held[1]?.socket.write('GET / HTTP/1.1\r\nHost: ')
  for (let count = 0; count < 3; count++) {
    expect((await ask('/media/a1', { headers: { ...bearer, connection: 'close' } })).status).toBe(200)
  }
  await until(() => held[0]?.isClosed() === true)
  expect(own.isClosed()).toBe(false)
  own.socket.write(head(port, sessions.bearerToken, 'GET /media/a1 HTTP/1.1'))
  await until(() => own.text().split('200 OK').length === 3)
})

test.each([
  ['a refused request', 'GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n'],
  ['a refused call', 'POST /rpc/app.info HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 100000\r\n\r\n'],
  ['a foreign name', 'GET / HTTP/1.1\r\nHost: example.com\r\n\r\n'],
  ['a spent launch address', 'GET /?token=spent HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n'],
  ['half a head', 'GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n'],
  ['nothing', ''],
])('is not locked by 256 connections that stay after %s', async (_, request) => {
  const { port, ask, bearer } = await openServer()
  const strangers = await Promise.all(Array.from({ length: 256 }, () => dial(port)))
  for (const { socket } of strangers) socket.write(request.replace('PORT', String(port)))
  if (request.endsWith('\r\n\r\n')) await until(() => strangers.every((client) => client.isClosed()))
  expect((await ask('/media/a1', { headers: bearer })).status).toBe(200)
})

test('closes a connection that asks nothing more, and none on which an answer is awaited', async () => {
  const { port, app, sessions } = await openServer({ idleMs: 1_000 })
  const answered = app.call
  const gate = Promise.withResolvers<void>()
  Object.assign(app, {
    call: async (route: string, input: unknown) => gate.promise.then(() => answered(route, input)),
  })
  const [idle, waiting] = [await dial(port), await dial(port)]
  const lines = ['Content-Type: application/json', 'Content-Length: 2']
  waiting.socket.write(`${head(port, sessions.bearerToken, 'POST /rpc/library.verify HTTP/1.1', ...lines)}{}`)
  idle.socket.write(head(port, sessions.bearerToken, 'GET /media/a1 HTTP/1.1'))
  await until(() => idle.isClosed())
  expect([idle.text().includes('200 OK'), waiting.isClosed()]).toEqual([true, false])
  gate.resolve()
  await until(() => waiting.text().includes('"fine":true'))
})

const BIG_BYTES = 64 * 1024 * 1024

/** How often this process has the file open; Linux only. */
async function timesOpen(path: string): Promise<number> {
  const links = await readdir('/proc/self/fd')
  const targets = await Promise.all(links.map((link) => readlink(`/proc/self/fd/${link}`).catch(() => '')))
  return targets.filter((target) => target === path).length
}

test.runIf(process.platform === 'linux')(
  'drops a reader that takes nothing of what waits for it',
  async () => {
    const { port, app, sessions } = await openServer({ readerMs: 1_500 })
    const path = app.files.get('asset a1')?.path ?? ''
    await truncate(path, BIG_BYTES)
    const client = await dial(port)
    client.socket.pause()
    client.socket.write(head(port, sessions.bearerToken, 'GET /media/a1 HTTP/1.1'))
    await until(async () => (await timesOpen(path)) === 1)
    await until(async () => (await timesOpen(path)) === 0)
    client.socket.resume()
    await until(client.isClosed)
    expect(client.text().length).toBeLessThan(BIG_BYTES)
  },
)

test('leaves a caller alone who waits for a long answer, and a browser that may ask again', async () => {
  const { port, app, sessions } = await openServer({ readerMs: 50 })
  const gate = Promise.withResolvers<void>()
  const answered = app.call
  Object.assign(app, {
    call: async (route: string, input: unknown) => gate.promise.then(() => answered(route, input)),
  })
  const client = await dial(port)
  const lines = ['Content-Type: application/json', 'Content-Length: 2']
  const request = `${head(port, sessions.bearerToken, 'POST /rpc/library.verify HTTP/1.1', ...lines)}{}`
  client.socket.write(request)
  const idle = await dial(port)
  let isSilent = false
  client.socket.setTimeout(300, () => (isSilent = true))
  await until(() => isSilent)
  gate.resolve()
  await until(() => client.text().includes('"fine":true'))
  expect([client.isClosed(), idle.isClosed()]).toEqual([false, false])
})

test('takes no call that is made of more values than any is', async () => {
  const { ask, app, bearer, json } = await openServer()
  const body = `{"a":[${'[],'.repeat(MAX_CALL_VALUES / 2)}1]}`
  const response = await ask('/rpc/app.info', { method: 'POST', headers: { ...bearer, ...json }, body })
  expect([response.status, app.calls]).toEqual([400, []])
})

test.each(['/rpc/a.b', '/inputs', '/recipes', '/library/layout'])(
  'reads no body beyond its limit, whatever length is told (%s)',
  async (path) => {
    const { port, sessions, app } = await openServer({ callBytes: 1_000, inputBytes: 1_000 })
    const client = await dial(port)
    const lines = ['Content-Type: application/json', 'Transfer-Encoding: chunked', 'Connection: close']
    client.socket.write(head(port, sessions.bearerToken, `POST ${path} HTTP/1.1`, ...lines))
    const chunk = `10000\r\n${'x'.repeat(0x10_000)}\r\n`
    let sent = 0
    while (!client.isClosed() && client.text() === '' && sent < 2_000) {
      if (client.socket.writableLength < 1_000_000) {
        client.socket.write(chunk)
        sent += 1
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
    // Whoever goes on sending may find the line cut before the answer is read.
    expect(client.text()).toMatch(/^(?:HTTP\/1\.1 413|$)/u)
    expect(sent).toBeLessThan(2_000)
    expect([app.calls, app.uploads, app.recipes, app.layouts]).toEqual([[], [], [], []])
  },
)
