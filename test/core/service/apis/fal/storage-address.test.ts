/** fal names the place of an upload in a response: it must not lead to this computer or its networks. */
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { createServer } from 'node:net'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { fal } from '#core/service/apis/fal/fal.ts'
import { createSend } from '#core/service/client.ts'
import type { Send } from '#core/service/service-api.ts'
import { startConnectProxy } from '#test/stand-ins/connect-proxy.ts'
import { listen } from '#test/stand-ins/loopback.ts'
import { NOW } from '../adapter-client.ts'

/** Names that somebody else answers for. */
const NAMES: Readonly<Record<string, string>> = {
  'storage.example': '127.0.0.1',
  'intranet.example': '10.0.0.7',
  'link-local.example': '169.254.169.254',
}

type Done = (error: Error | null, address: string | dns.LookupAddress[], family?: number) => void

/** As the computer's resolver would answer, for whoever asks it. */
beforeEach(() => {
  const lookup = (name: string, options: dns.LookupOptions, done: Done): void => {
    if (name.endsWith('.invalid')) return done(Object.assign(new Error(name), { code: 'ENOTFOUND' }), '', 4)
    const address = NAMES[name] ?? '127.0.0.1'
    if (options.all) done(null, [{ address, family: 4 }])
    else done(null, address, 4)
  }
  vi.spyOn(dns, 'lookup').mockImplementation(lookup as never)
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
})

const FILE = { name: 'fox.png', mimeType: 'image/png', bytes: new Uint8Array([1, 2, 3]) }

async function openLoopback() {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.destroy()
  })
  const { port, close } = await listen(server)
  onTestFinished(close)
  return { port, connections: () => connections }
}

/** The service's own word, and the transport that is used. */
function sendVia(uploadUrl: string, baseUrl: string, proxy: string | null = null): Send {
  const address = { api: fal, baseUrl, findProxy: async () => proxy }
  const real = createSend(address, NOW)
  const value = { upload_url: uploadUrl, file_url: 'https://v3.fal.media/files/b/a.png' }
  return async (request) =>
    request.method === 'POST' ? { kind: 'ok', value, raw: value, status: 200 } : real(request)
}

test.each(Object.keys(NAMES))(
  'an upload is not sent to a private address behind the name %s',
  async (name) => {
    const { port, connections } = await openLoopback()
    for (const proxy of [null, `http://127.0.0.1:${port}`]) {
      const baseUrl = 'https://queue.fal.run'
      const send = sendVia(`https://${name}:${port}/put`, baseUrl, proxy)
      const uploaded = await fal.upload?.(send, FILE, { baseUrl })
      expect(uploaded).toMatchObject({ ok: false })
      expect(uploaded?.ok === false && uploaded.error.values).toMatchObject({ reason: 'EPRIVATE' })
    }
    expect(connections()).toBe(0)
  },
)

test('an upload to a name that only the proxy knows is left to the proxy', async () => {
  const proxy = await startConnectProxy(1)
  onTestFinished(() => proxy.close())
  proxy.refuseWith = 503
  const baseUrl = 'https://queue.fal.run'
  const send = sendVia('https://storage.invalid/put', baseUrl, proxy.address)
  expect(await fal.upload?.(send, FILE, { baseUrl })).toMatchObject({ ok: false })
  expect(proxy.asked).toEqual(['storage.invalid:443'])
})

test('a service of the own network names places there', async () => {
  const { port, connections } = await openLoopback()
  const baseUrl = 'http://10.0.0.7:8080'
  const send = sendVia(`http://storage.example:${port}/put`, baseUrl)
  expect(await fal.upload?.(send, FILE, { baseUrl })).toMatchObject({ ok: false })
  expect(connections()).toBe(1)
})
