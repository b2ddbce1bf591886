/** Check 20: media leave with a content type from a fixed table, `nosniff` and a policy under which nothing in them runs. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BYTES, ETAG, inHouse } from '../hosts/page/house.ts'

test(
  'sends media inert, typed and with the hash as its tag',
  inHouse(async ({ get }) => {
    const response = await get('/media/a1')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(BYTES)
    expect(Object.fromEntries(response.headers)).toEqual({
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-length': '1000',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-type': 'image/png',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      etag: ETAG,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
  }),
)

test.each([
  ['text/html', 'application/octet-stream', 'attachment'],
  ['application/xhtml+xml', 'application/octet-stream', 'attachment'],
  ['image/png\r\nset-cookie: a=b', 'application/octet-stream', 'attachment'],
  ['__proto__', 'application/octet-stream', 'attachment'],
  ['image/svg+xml; charset=utf-8', 'image/svg+xml', null],
  ['text/plain', 'text/plain; charset=utf-8', null],
])('sends a file said to be %j as %s', (mimeType, type, disposition) =>
  inHouse(async ({ app, dataDir, get }) => {
    app.files.set('asset x', { path: join(dataDir, 'media', 'ab', 'ab.png'), mimeType, sizeBytes: 1_000 })
    const { headers, body } = await get('/media/x')
    await body?.cancel()
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([type, disposition])
  })(),
)
