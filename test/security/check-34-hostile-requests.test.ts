/** Check 34: the web host listens on loopback alone and answers to its own name and origin alone, on every route. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { openServer } from '../hosts/web/web-server-setup.ts'

/** Sends `text` as it is, which a well-behaved client refuses to, and gives back everything that came until the other side closed. */
async function sendRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let response = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (response += chunk))
  socket.on('error', () => undefined)
  socket.write(text, 'latin1')
  await once(socket, 'close')
  return response
}

/** The status code of a response; 0 where there is none. */
function statusOf(response: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 0)
}

/** Each is sent with a valid bearer token: only the guard stands between it and the application. */
const FOREIGN: readonly (readonly [what: string, lines: readonly string[]])[] = [
  ['a foreign host', ['Host: evil.example']],
  ['a foreign host with our port', ['Host: evil.example:PORT']],
  [
    'a rebound name with an origin that agrees',
    ['Host: evil.example:PORT', 'Origin: http://evil.example:PORT'],
  ],
  ['our address without a port', ['Host: 127.0.0.1']],
  ['another port', ['Host: 127.0.0.1:1']],
  ['our address as a number', ['Host: 2130706433:PORT']],
  ['our address in hex', ['Host: 0x7f000001:PORT']],
  ['our address in short', ['Host: 127.1:PORT']],
  ['another loopback address', ['Host: 127.0.0.2:PORT']],
  ['IPv6 loopback', ['Host: [::1]:PORT']],
  ['any address', ['Host: 0.0.0.0:PORT']],
  ['a name that begins like ours', ['Host: localhost.evil.example:PORT']],
  ['a name that ends like ours', ['Host: evil-localhost:PORT']],
  ['a trailing dot', ['Host: localhost.:PORT']],
  ['credentials in the host', ['Host: localhost:PORT@evil.example']],
  ['a host in capitals', ['Host: LOCALHOST:PORT']],
  ['two hosts', ['Host: 127.0.0.1:PORT', 'Host: evil.example']],
  ['two hosts, ours last', ['Host: evil.example', 'Host: 127.0.0.1:PORT']],
  ['an empty host', ['Host: ']],
  ['no host', []],
  ['a foreign origin', ['Host: 127.0.0.1:PORT', 'Origin: http://evil.example']],
  ['an opaque origin', ['Host: 127.0.0.1:PORT', 'Origin: null']],
  ['an empty origin', ['Host: 127.0.0.1:PORT', 'Origin: ']],
  ['our origin over https', ['Host: 127.0.0.1:PORT', 'Origin: https://127.0.0.1:PORT']],
  ['our origin without its port', ['Host: 127.0.0.1:PORT', 'Origin: http://127.0.0.1']],
  ['an origin on another port', ['Host: 127.0.0.1:PORT', 'Origin: http://127.0.0.1:1']],
  ['our other name as origin', ['Host: 127.0.0.1:PORT', 'Origin: http://localhost:PORT']],
  ['an origin that begins like ours', ['Host: 127.0.0.1:PORT', 'Origin: http://127.0.0.1:PORT.evil.example']],
  ['two origins', ['Host: 127.0.0.1:PORT', 'Origin: http://127.0.0.1:PORT', 'Origin: http://evil.example']],
  ['an extension', ['Host: 127.0.0.1:PORT', 'Origin: chrome-extension://abcdef']],
  ['a file', ['Host: 127.0.0.1:PORT', 'Origin: file://']],
  ['another site', ['Host: 127.0.0.1:PORT', 'Sec-Fetch-Site: cross-site']],
  ['the same site on another port', ['Host: 127.0.0.1:PORT', 'Sec-Fetch-Site: same-site']],
  ['an unknown site', ['Host: 127.0.0.1:PORT', 'Sec-Fetch-Site: SAME-ORIGIN']],
  ['our host and another in one line', ['Host: 127.0.0.1:PORT, evil.example']],
  ['a path behind the host', ['Host: 127.0.0.1:PORT/evil.example']],
  [
    'a foreign origin that calls itself typed',
    ['Host: 127.0.0.1:PORT', 'Origin: http://evil.example', 'Sec-Fetch-Site: none'],
  ],
  ['two sites', ['Host: 127.0.0.1:PORT', 'Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: cross-site']],
]

const ROUTES = [
  'POST /rpc/app.info',
  'GET /events',
  'GET /media/a1',
  'GET /exports/job1',
  'POST /inputs',
  'POST /imports',
  'POST /recipes',
  'POST /saves',
  'POST /library/layout',
  'POST /mcp',
  'GET /',
] as const

test.each(FOREIGN)('refuses %s on every route', async (_, lines) => {
  const { app, port, sessions } = await openServer()
  for (const route of [...ROUTES, `GET /?token=${sessions.createLaunchToken()}`]) {
    const response = await sendRaw(
      port,
      [
        `${route} HTTP/1.1`,
        ...lines.map((line) => line.replaceAll('PORT', String(port))),
        `Authorization: Bearer ${sessions.bearerToken}`,
        'Content-Type: application/json',
        'Content-Length: 2',
        'Connection: close',
        '',
        '{}',
      ].join('\r\n'),
    )
    expect([
      route,
      [400, 403].includes(statusOf(response)),
      /access-control|set-cookie/i.test(response),
    ]).toEqual([route, true, false])
  }
  expect([app.calls, app.uploads, app.imports, app.recipes, app.asked]).toEqual([[], [], [], [], []])
})

const own = (port: number, token: string, request: string, ...lines: readonly string[]) =>
  [
    request,
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${token}`,
    'Connection: close',
    ...lines,
    '',
    '',
  ].join('\r\n')

test.each([
  ['GET http://evil.example/media/a1 HTTP/1.1', [403]],
  ['GET //evil.example/media/a1 HTTP/1.1', [404]],
  ['GET /media/../../secrets.json HTTP/1.1', [404]],
  ['GET /media/..\\..\\secrets.json HTTP/1.1', [400, 404]],
  ['GET /media/%2e%2e%2f%2e%2e%2fsecrets.json HTTP/1.1', [404]],
  ['GET /media/a1%0d%0aSet-Cookie:%20x=y HTTP/1.1', [404]],
  ['GET /media/a1\r\nSet-Cookie: x=y\r\nX: HTTP/1.1', [200, 400]],
  ['GET /media/a1 HTTP/1.1\r\nX-A: a\nSet-Cookie: b', [200, 400]],
  ['GET /?token=a%0d%0aLocation:%20http://evil.example HTTP/1.1', [401]],
  ['OPTIONS /rpc/app.info HTTP/1.1', [405]],
  ['GET /rpc/app.info HTTP/1.1', [405]],
  ['PUT /rpc/app.info HTTP/1.1', [405]],
  ['POST /events HTTP/1.1', [405]],
  ['HEAD /events HTTP/1.1', [405]],
  ['DELETE /media/a1 HTTP/1.1', [405]],
  ['TRACE /media/a1 HTTP/1.1', [405]],
  ['TRACE / HTTP/1.1', [405]],
  ['CONNECT evil.example:443 HTTP/1.1', [0, 400]],
  ['EVIL / HTTP/1.1', [400]],
  ['GET / HTTP/9.9', [400]],
  ['nonsense', [400]],
] as const)('survives %j', async (request, statuses) => {
  const { port, sessions, app } = await openServer()
  const response = await sendRaw(port, own(port, sessions.bearerToken, request))
  expect(statuses).toContain(statusOf(response))
  expect(response).not.toMatch(/\n(set-cookie|location: http|access-control)/i)
  expect(app.calls).toEqual([])
})

test('refuses two lengths in one request', async () => {
  const { port, sessions, app } = await openServer()
  const smuggled = own(
    port,
    sessions.bearerToken,
    'POST /rpc/app.info HTTP/1.1',
    'Content-Type: application/json',
    'Content-Length: 2',
    'Transfer-Encoding: chunked',
  )
  expect(statusOf(await sendRaw(port, `${smuggled}0\r\n\r\n`))).toBe(400)
  expect(app.calls).toEqual([])
})

test('refuses headers larger than 16 kB', async () => {
  const { port, sessions } = await openServer()
  const request = own(port, sessions.bearerToken, 'GET / HTTP/1.1', `X-A: ${'a'.repeat(20_000)}`)
  expect(statusOf(await sendRaw(port, request))).toBe(431)
})

test('answers its own origin, by both names', async () => {
  const { port, sessions } = await openServer()
  for (const name of ['127.0.0.1', 'localhost']) {
    const lines = [`Host: ${name}:${port}`, `Origin: http://${name}:${port}`, 'Sec-Fetch-Site: same-origin']
    const request = ['GET /media/a1 HTTP/1.1', ...lines, `Authorization: Bearer ${sessions.bearerToken}`]
    expect(statusOf(await sendRaw(port, [...request, 'Connection: close', '', ''].join('\r\n')))).toBe(200)
  }
})
