import { expect, test } from 'vitest'
import type { PageHandler } from '#hosts/page/page-handler.ts'
import { inHouse } from './house.ts'

function upload(handle: PageHandler, body: Uint8Array<ArrayBuffer> | ReadableStream, name: string) {
  const init = { method: 'POST', body, headers: { 'x-file-name': name }, duplex: 'half' }
  return handle(new Request('http://127.0.0.1/inputs', init))
}

test(
  'takes an upload with its name',
  inHouse(async ({ app, handle }) => {
    const response = await upload(handle, new Uint8Array([1, 2]), 'ein%20Bild%C3%A4.png')
    expect([response.status, app.uploads]).toEqual([200, [['ein Bildä.png', Buffer.from([1, 2])]]])
    await upload(handle, new Uint8Array([1]), '')
    expect(app.uploads.at(-1)?.[0]).toBe('input')
  }),
)

test(
  'refuses an upload that is empty, badly named or larger than allowed, whatever it announces',
  inHouse(async ({ app, handle }) => {
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(500)) })
    const answers = [
      await upload(handle, new Uint8Array(), 'a'),
      await upload(handle, new Uint8Array([1]), '%zz'),
      await upload(handle, new Uint8Array(2_001), 'a'),
      await upload(handle, endless, 'a'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 413, 413])
    expect(app.uploads).toEqual([])
  }),
)

test(
  'takes previews of an asset as raw bytes, within a limit, by opaque id alone',
  inHouse(async ({ app, handle }) => {
    const post = (path: string, body: Uint8Array<ArrayBuffer>) =>
      handle(new Request(`http://127.0.0.1${path}`, { method: 'POST', body }))
    for (const kind of ['poster', 'scrub', 'peaks']) {
      expect((await post(`/media/a1/${kind}`, Uint8Array.of(1, 2))).status).toBe(200)
    }
    expect(app.previews).toEqual([
      ['a1', 'poster', Buffer.from([1, 2])],
      ['a1', 'scrub', Buffer.from([1, 2])],
      ['a1', 'peaks', Buffer.from([1, 2])],
    ])
    expect((await post('/media/a1/poster', new Uint8Array(4 * 1024 * 1024 + 1))).status).toBe(413)
    expect((await post('/media/a1/thumb', Uint8Array.of(1))).status).toBe(405)
    expect((await post('/media/..%2Fa1/poster', Uint8Array.of(1))).status).toBe(405)
    expect(app.previews).toHaveLength(3)
  }),
)
