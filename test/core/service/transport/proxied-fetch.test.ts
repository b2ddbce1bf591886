/** An sendRequest through a real CONNECT proxy: as straight, sent once on a line of its own, and honest about what left. */
import { createServer, type AddressInfo, type Server } from 'node:net'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { expect, onTestFinished, test } from 'vitest'
import { createFindProxy } from '#core/service/transport/proxied-fetch.ts'
import { sendRequest, type ServiceRequest } from '#core/service/transport/send-request.ts'
import { startConnectProxy, SELF_SIGNED } from '#test/stand-ins/connect-proxy.ts'
import { closedPort } from '#test/stand-ins/test-service.ts'

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

async function proxyTo(port: number) {
  const proxy = await startConnectProxy(port)
  onTestFinished(() => proxy.close())
  return proxy
}

const post = (proxy: string, more: Partial<ServiceRequest> = {}) =>
  sendRequest({
    method: 'POST',
    url: 'http://service.invalid/api/v1/generate',
    apiKey: 'canary-key',
    body: '{"prompt":"x"}',
    timeoutMs: 30_000,
    findProxy: async () => proxy,
    ...more,
  })

test('goes through a tunnel of its own for every request, which the proxy cannot read', async () => {
  const seen: unknown[] = []
  const sockets = new Set<unknown>()
  const server = createHttpServer((request, response) => {
    sockets.add(request.socket)
    seen.push([request.method, request.url, request.headers.authorization, request.headers.connection])
    response.end('{"task":"t1"}')
  })
  const proxy = await proxyTo(await listen(server))
  for (const _ of [1, 2, 3]) {
    expect(await post(proxy.address)).toMatchObject({ kind: 'response', status: 200, json: { task: 't1' } })
  }
  expect([proxy.asked, proxy.others]).toEqual([Array(3).fill('service.invalid:80'), []])
  expect([sockets.size, seen]).toEqual([
    3,
    Array.from({ length: 3 }, () => ['POST', '/api/v1/generate', 'Bearer canary-key', 'close']),
  ])
})

test.each([403, 407, 502])(
  'knows that nothing was sent when the proxy refuses the tunnel with %i',
  async (status) => {
    const proxy = await proxyTo(await closedPort())
    proxy.refuseWith = status
    expect(await post(proxy.address)).toMatchObject({ kind: 'not_sent' })
    expect(proxy.asked).toHaveLength(1)
  },
)

test('knows that nothing was sent when the proxy cuts the line, is not there, or cannot be found', async () => {
  const proxy = await proxyTo(await closedPort())
  proxy.cutsTunnels = true
  expect(await post(proxy.address)).toMatchObject({ kind: 'not_sent' })
  expect(proxy.asked).toHaveLength(1)
  expect(await post(`http://127.0.0.1:${await closedPort()}`)).toMatchObject({ kind: 'not_sent' })
  const findProxy = () => Promise.reject(new Error('no way is known'))
  expect(await post('http://p:99999')).toMatchObject({ kind: 'not_sent' })
  expect(await post('', { findProxy })).toEqual({ kind: 'not_sent', reason: 'no way is known' })
})

test('does not know the outcome when the line breaks after the body, and sends nothing again', async () => {
  let requests = 0
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      if (!chunk.toString().includes('"prompt"')) return
      requests += 1
      socket.destroy()
    })
  })
  const proxy = await proxyTo(await listen(server))
  expect(await post(proxy.address)).toMatchObject({ kind: 'no_response' })
  expect([requests, proxy.asked.length]).toEqual([1, 1])
})

test('sends once what is answered with 421', async () => {
  let requests = 0
  const server = createHttpServer((_, response) => {
    requests += 1
    response.writeHead(421).end()
  })
  const proxy = await proxyTo(await listen(server))
  expect(await post(proxy.address)).toMatchObject({ kind: 'response', status: 421 })
  expect(requests).toBe(1)
})

test('verifies the service behind the proxy', async () => {
  let requests = 0
  const server = createTlsServer(SELF_SIGNED, (_, response) => {
    requests += 1
    response.end('{}')
  })
  const proxy = await proxyTo(await listen(server))
  expect(await post(proxy.address, { url: 'https://service.invalid/api/v1/generate' })).toMatchObject({
    kind: 'not_sent',
  })
  expect([requests, proxy.asked]).toEqual([0, ['service.invalid:443']])
})

test('goes as the user chose, and never through a proxy to this computer', async () => {
  const system = async () => 'http://system:1'
  const url = new URL('https://service.example/')
  const ways = [{ mode: 'system' }, { mode: 'none' }, { mode: 'custom', address: 'http://own:2' }] as const
  const found = await Promise.all(ways.map((proxy) => createFindProxy(() => proxy, system)(url)))
  expect(found).toEqual(['http://system:1', null, 'http://own:2'])
  const local = ['http://127.0.0.1:1/', 'http://localhost:1/', 'http://[::1]:1/'].map((text) => new URL(text))
  const custom = createFindProxy(() => ways[2], system)
  expect(await Promise.all(local.map(custom))).toEqual([null, null, null])
})
