import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService } from '../support/service.ts'

const PATHS = [
  '/ai/models',
  '/api/v1/task/x',
  '/api/v1/openapi.json',
  '/files/tmp/x/y.png',
  '/studio/',
  '/studio/events',
]

describe('a request for another host', () => {
  let service: Awaited<ReturnType<typeof startService>>
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.stop())

  async function statusOf(path: string, hosts: readonly string[], method = 'GET'): Promise<number> {
    const { port } = new URL(service.baseUrl)
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    const lines = [`${method} ${path} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`), 'Connection: close']
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return Number(/^HTTP\/1\.1 (\d{3})/u.exec(chunk.toString())?.[1])
  }

  it.each([
    'evil.example',
    'evil.example:80',
    '127.0.0.1.evil.example',
    'localhost.evil.example:1234',
    '0.0.0.0',
    '192.168.1.7',
  ])('is refused with 421, whatever the path: %s', async (host) => {
    for (const path of PATHS) expect([path, await statusOf(path, [host])]).toEqual([path, 421])
    expect(await statusOf('/api/v1/generate', [host], 'OPTIONS')).toBe(421)
  })

  it.each(['127.0.0.1', 'localhost', '127.0.0.1:9', 'LOCALHOST:9', '[::1]:9'])(
    'is answered for %s',
    async (host) => {
      expect(await statusOf('/ai/models', [host])).toBe(200)
    },
  )

  it('is refused without a host, and with two', async () => {
    expect(await statusOf('/ai/models', [])).toBe(400)
    expect(await statusOf('/ai/models', ['127.0.0.1', 'evil.example'])).toBeGreaterThanOrEqual(400)
  })

  it('cannot come by another address of this computer', async () => {
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.2')
    await expect(once(socket, 'connect')).rejects.toThrow(/ECONNREFUSED|EADDRNOTAVAIL|ETIMEDOUT/u)
  })
})
