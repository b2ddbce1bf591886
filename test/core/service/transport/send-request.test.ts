/** One sendRequest: sent once, and honest about what left. */
import { createServer as createTcpServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import {
  accept,
  cutResponse,
  dropAfterBody,
  dropBeforeBody,
  dropDuringBody,
  hang,
  hangAfterHead,
  hugeResponse,
  respond,
} from '#test/stand-ins/faulty-responses.ts'
import { postGenerate, closedPort, openFaultyService, openTcpProxy } from '#test/stand-ins/test-service.ts'
import { until } from '#test/stand-ins/until.ts'
import { createKeyCleaner } from '#core/service/transport/key-cleaner.ts'
import { collectGarbage } from '#test/stand-ins/collect-garbage.ts'
import { spellingsOf } from '#test/stand-ins/canary.ts'
import { slow } from '#test/stand-ins/scale.ts'

async function portOf(server: ReturnType<typeof createTcpServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

test('knows that nothing was sent when the name has no address', async () => {
  expect(await postGenerate('https://no-such-host.invalid')).toMatchObject({ kind: 'not_sent' })
})

test('knows that nothing was sent when the connection is refused', async () => {
  expect(await postGenerate(`http://127.0.0.1:${await closedPort()}`)).toMatchObject({
    kind: 'not_sent',
    reason: 'ECONNREFUSED',
  })
})

test('knows that nothing was sent when the port is one that is never used for this', async () => {
  expect(await postGenerate('http://127.0.0.1:9')).toMatchObject({ kind: 'not_sent' })
})

test('knows that nothing was sent when the other side speaks no TLS', async () => {
  const server = createTcpServer((socket) =>
    socket
      .on('error', () => undefined)
      .resume()
      .end('HTTP/1.1 400 Bad Request\r\n\r\n'),
  )
  expect(await postGenerate(`https://127.0.0.1:${await portOf(server)}`)).toMatchObject({ kind: 'not_sent' })
})

test('knows that nothing was sent when the connection ends during the TLS handshake', async () => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.resetAndDestroy())
  })
  expect(await postGenerate(`https://127.0.0.1:${await portOf(server)}`)).toMatchObject({ kind: 'not_sent' })
})

test.each([
  ['before the body was read', dropBeforeBody],
  ['during the body', dropDuringBody],
  ['after the body', dropAfterBody],
])('does not know whether it was taken when the connection drops %s', async (_, response) => {
  const service = await openFaultyService()
  service.script('generate', response)
  expect(await postGenerate(service.baseUrl)).toMatchObject({ kind: 'no_response' })
  expect(service.ledger).toHaveLength(1)
})

test('does not know whether it was taken when the connection closes without a word', async () => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end())
  })
  expect(await postGenerate(`http://127.0.0.1:${await portOf(server)}`)).toMatchObject({
    kind: 'no_response',
  })
})

/** fetch sends again by itself what is answered with 421, and asks for a password after a 401. */
test.each([
  [421, 'straight', {}],
  [421, 'by an address that is checked', { guard: { allowLocal: true } }],
  [401, 'straight', {}],
  [401, 'by an address that is checked', { guard: { allowLocal: true } }],
])('sends once what is answered with %i, %s', async (status, _, more) => {
  const service = await openFaultyService()
  service.script('generate', respond(status, '{}'), accept)
  const body = JSON.stringify({ prompt: '狐' })
  expect(await postGenerate(service.baseUrl, { body, ...more })).toMatchObject({ kind: 'response', status })
  expect(service.ledger.map(({ bodyBytes }) => bodyBytes)).toEqual([Buffer.byteLength(body)])
})

test('does not know whether it was taken when no answer comes in time', async () => {
  const service = await openFaultyService()
  service.script('generate', hang)
  expect(await postGenerate(service.baseUrl, { timeoutMs: 1_000 })).toMatchObject({ kind: 'no_response' })
  expect(service.ledger).toHaveLength(1)
})

test('does not know whether it was taken when the line stalls, and knows when it refuses', async () => {
  const service = await openFaultyService()
  const proxy = await openTcpProxy(service.port)
  proxy.stalled = true
  const baseUrl = `http://127.0.0.1:${proxy.port}`
  expect(await postGenerate(baseUrl, { timeoutMs: 1_000 })).toMatchObject({ kind: 'no_response' })
  await proxy.refuse()
  expect(await postGenerate(baseUrl)).toMatchObject({ kind: 'not_sent' })
  expect(service.ledger).toEqual([])
})

slow('knows only the status when the body does not come in time, is cut, or is too large', async () => {
  const service = await openFaultyService()
  service.script('generate', hangAfterHead, cutResponse, hugeResponse)
  expect(await postGenerate(service.baseUrl, { timeoutMs: 1_500 })).toMatchObject({
    kind: 'response',
    status: 200,
    json: undefined,
  })
  expect(await postGenerate(service.baseUrl)).toMatchObject({
    kind: 'response',
    status: 200,
    json: undefined,
  })
  const huge = await postGenerate(service.baseUrl)
  expect(huge).toMatchObject({ kind: 'response', status: 200, json: undefined })
  expect(huge.kind === 'response' && huge.excerpt).toHaveLength(200)
})

slow.each([
  ['before the head', hang, { kind: 'no_response' }],
  ['after the head', hangAfterHead, { kind: 'response', status: 200, json: undefined }],
])('gives up in time %s, also when memory is collected meanwhile', async (_, response, expected) => {
  const service = await openFaultyService()
  service.script('generate', response)
  const posting = postGenerate(service.baseUrl, { timeoutMs: 3_000 })
  // Before, it would keep a slow machine from sending at all.
  await until(() => service.generates().length === 1)
  const collecting = setInterval(collectGarbage, 100)
  onTestFinished(() => clearInterval(collecting))
  expect(await posting).toMatchObject(expected)
})

test.each([
  ['before it could leave', true, false],
  ['after it left', false, true],
])('tells whether the request was under way when its caller ends it %s', async (_, early, sent) => {
  const service = await openFaultyService()
  service.script('generate', hang)
  const abort = new AbortController()
  if (early) abort.abort()
  else service.onRequest = () => abort.abort()
  expect(await postGenerate(service.baseUrl, { signal: abort.signal })).toEqual({ kind: 'aborted', sent })
  expect(service.ledger).toHaveLength(early ? 0 : 1)
})

test('sends the body once, whole, through a line that delivers it in pieces', async () => {
  const service = await openFaultyService()
  const proxy = await openTcpProxy(service.port)
  const body = JSON.stringify({ prompt: '狐'.repeat(300_000) })
  service.script('generate', accept)
  await postGenerate(`http://127.0.0.1:${proxy.port}`, { body, timeoutMs: 20_000 })
  expect(service.ledger.map(({ bodyBytes }) => bodyBytes)).toEqual([Buffer.byteLength(body)])
  expect(proxy.connections).toBe(1)
})

/** A key is taken out of what a service says in every spelling, and nothing else is. */
const KEYS = ['canary>>>b6/f1d2+c9?~do-not-tell', 'sk-0123456789abcdef', '12345678', 'a.b*c(d)[e]{f}^$|\\']
const CASES = KEYS.flatMap((key) =>
  Object.entries(spellingsOf(key)).map(([name, text]) => [name, key, text] as const),
)

slow.each(CASES)('takes out the key (%s) %s', async (_, key, spelling) => {
  const { text, json } = createKeyCleaner(key)
  expect(text(`The key is ${spelling}, twice ${spelling}.`)).toBe('The key is [key], twice [key].')
  expect(await json([1, { a: [`x ${spelling}`], [spelling]: null, b: 'as it is' }])).toEqual([
    1,
    { a: ['x [key]'], '[key]': null, b: 'as it is' },
  ])
})

test.each(['Basic dXNlcjo=', 'data:image/png;base64,'])(
  'takes it out of the base64 of more (%s)',
  (before) => {
    const key = KEYS[0] ?? ''
    for (const name of ['', 'u', 'us', 'user']) {
      const text = Buffer.from(`${name}${key}${name}`).toString('base64')
      const cleaned = createKeyCleaner(key).text(before + text)
      expect(cleaned).toContain('[key]')
      expect(Buffer.from(cleaned.replace('[key]', ''), 'base64').toString()).not.toContain('do-not')
    }
  },
)

test('takes it out where parts of a long text meet', () => {
  const key = 'sk-0123456789abcdef'
  const { text } = createKeyCleaner(key)
  const spelling = spellingsOf(key)['all escaped'] ?? ''
  for (let before = 32 * 1024 - 130; before < 32 * 1024 + 10; before += 7) {
    expect(text(`${'x'.repeat(before)}${spelling}y${spelling}`)).toBe(`${'x'.repeat(before)}[key]y[key]`)
  }
})

test('takes it out behind any number of backslashes, with eight of them', () => {
  const key = 'sk-0123456789abcdef'
  const { text } = createKeyCleaner(key)
  const row = (length: number): string => '\\'.repeat(length)
  for (const spelling of [key, key.replace('s', '\\u0073')]) {
    for (const length of [0, 1, 8, 9, 100, 32 * 1024 - 4, 32 * 1024 + 4])
      expect(text(`x${row(length)}${spelling}y`)).toBe(`x${row(Math.max(0, length - 8))}[key]y`)
  }
})

test('looks at a long row of backslashes once', () => {
  const { text } = createKeyCleaner('sk-0123456789abcdef')
  const row = '\\'.repeat(4_000_000)
  const before = process.threadCpuUsage()
  expect(text(row)).toBe(row)
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(2_000)
})

test('gives back what holds no key as it is', async () => {
  const value = { a: ['100 %', { b: 'C:\\dir\\u0041', c: '&#65;' }, null, -1], __proto__: { d: 1 } }
  expect(await createKeyCleaner('sk-0123456789abcdef').json(value)).toBe(value)
})

test('leaves a short key, which may stand anywhere by chance, and does without one', async () => {
  expect(createKeyCleaner('short').text('a short text')).toBe('a short text')
  expect(await createKeyCleaner(undefined).json(['x'])).toEqual(['x'])
})

test('keeps names apart that are keys of every object', async () => {
  const value = JSON.parse(
    '{"__proto__":{"sk-0123456789abcdef":1},"constructor":"sk-0123456789abcdef"}',
  ) as never
  const cleaned = await createKeyCleaner('sk-0123456789abcdef').json(value)
  expect(JSON.stringify(cleaned)).toBe('{"__proto__":{"[key]":1},"constructor":"[key]"}')
})
