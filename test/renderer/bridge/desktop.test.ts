/** Files on their way from the window to the host: large ones are never held whole. */
import { expect, test } from 'vitest'
import { createDesktopBridge } from '#renderer/bridge/desktop.ts'

function setUp() {
  const sent: RequestInit[] = []
  const fetch = (_: unknown, init: RequestInit = {}): Promise<Response> => {
    sent.push(init)
    return Promise.resolve(Response.json({ ok: true, data: {} }))
  }
  const api = { call: () => Promise.resolve(null), on: () => () => undefined }
  return { sent, bridge: createDesktopBridge(api, fetch) }
}

test.each([
  ['a small file as it is', 1_000, false],
  ['a large one as a stream', 2 * 1024 ** 2, true],
])('%s', async (_, sizeBytes, isStreamed) => {
  const { bridge, sent } = setUp()
  const file = new File([new Uint8Array(sizeBytes)], 'film.mp4')
  await bridge.importFile(file, 'film.mp4')
  await bridge.upload(file, 'film.mp4')
  expect(sent.map(({ body }) => body instanceof ReadableStream)).toEqual([isStreamed, isStreamed])
  // Chromium refuses a stream without it.
  expect(sent.map((init) => 'duplex' in init && init.duplex === 'half')).toEqual([isStreamed, isStreamed])
  for (const { body } of isStreamed ? sent : [])
    expect((await new Response(body as ReadableStream).arrayBuffer()).byteLength).toBe(sizeBytes)
})
