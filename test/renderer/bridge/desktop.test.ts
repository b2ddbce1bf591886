/** Files on their way from the window to the host: large ones are never held whole. */
import { expect, test } from 'vitest'
import { createDesktopBridge } from '#renderer/bridge/desktop.ts'

function setUp(onDisk: Promise<unknown> | null = null) {
  const handed: (readonly unknown[])[] = []
  const sent: RequestInit[] = []
  const fetch = (_: unknown, init: RequestInit = {}): Promise<Response> => {
    sent.push(init)
    return Promise.resolve(Response.json({ ok: true, data: {} }))
  }
  const api = {
    call: () => Promise.resolve(null),
    on: () => () => undefined,
    file: (...call: readonly unknown[]) => {
      handed.push(call)
      return onDisk
    },
  }
  return { sent, handed, bridge: createDesktopBridge(api, fetch) }
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

test('a file that lies on the disk is read by the host, whatever its size', async () => {
  const { bridge, sent, handed } = setUp(Promise.resolve({ ok: true, data: { id: 'in1' } }))
  const file = new File(['a fox'], 'a fox.png', { type: 'image/png', lastModified: 5 })
  const headers = { 'content-type': 'image/png', 'x-file-name': 'a%20fox.png', 'x-file-modified': '5' }
  expect(await bridge.upload(file, 'a fox.png')).toEqual({ ok: true, data: { id: 'in1' } })
  await bridge.importZip(file, 'a fox.png', 'c1')
  expect([handed, sent]).toEqual([
    [
      ['/inputs', file, headers],
      ['/imports/zip', file, { ...headers, 'x-collection': 'c1' }],
    ],
    [],
  ])
})

test.each([
  ['the page has made it', null],
  ['the host does not read it', Promise.resolve(null)],
  ['the bridge fails', new Error('An object could not be cloned.')],
])('its bytes are sent where %s', async (_, response) => {
  const { bridge, sent, handed } = setUp(response instanceof Error ? Promise.reject(response) : response)
  await bridge.upload(new File(['a fox'], 'fox.png'), 'fox.png')
  await bridge.saveFile(new File(['made'], 'made.zip'), 'made.zip')
  await bridge.upload(new Blob(['made']), 'frame.png')
  expect([sent.length, handed.length]).toEqual([3, 1])
})
