/** Checks 16, 17, 19, 20 and 22: the files that a host serves. */
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readRange } from '#hosts/page/media-response.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'
import { BYTES, ETAG, withPage } from '../hosts/page/page-fixture.ts'

/** Media are found by an opaque id; no part of an address ever becomes part of a path. */
describe('16 media by opaque id', () => {
  /** What attackers write where a name is expected, to get out of a folder or to end a name early; separated by blanks. */
  const PARTS = [
    '.. . ../secrets.json ..%2fsecrets.json %2e%2e%2fsecrets.json %2e%2e/secrets.json',
    '..%5csecrets.json ..\\secrets.json ....//secrets.json ..;/secrets.json',
    '%252e%252e%252fsecrets.json ..%c0%afsecrets.json %c0%ae%c0%ae/secrets.json ..%00 a1%00.png',
    'a1%0d%0aset-cookie:x a1%20 a1. a1/ a1//thumb a1/thumb/ a1/thumb/../../secrets.json /etc/passwd',
    '%2fetc%2fpasswd C:%5cwindows file:%2f%2f%2fetc ~ ~root con ..%u2215secrets.json %ff % %zz',
    'a1;x=1 a1%3fx a1%23x \u202etest é',
    '.../secrets.json ...%2fsecrets.json ..%2f..%2fsecrets.json %2e%2e%5csecrets.json ..%255csecrets.json',
    '%2e%2e%2e%2e//secrets.json .%2e/secrets.json %2e./secrets.json ./../secrets.json a1/../../secrets.json',
    'a1%2f..%2f..%2fsecrets.json a1%5c..%5csecrets.json ..%e0%80%afsecrets.json ..%f0%80%80%afsecrets.json',
    '..%uff0fsecrets.json ..%ef%bc%8fsecrets.json %5c%5cserver%5cshare //server/share',
    'aux nul.png lpt1 a1:$DATA a1::$INDEX_ALLOCATION secrets.json%20 secrets.json. __proto__ constructor',
    'link.png linked/secrets.json media-other/x.png ab/ab.png ../media-other/x.png',
  ].join(' ')

  /** Each stands where an id or a file name is expected. */
  const TRAVERSALS = [...PARTS.split(' '), 'x'.repeat(201), '']

  test('has sixty strings to get out of a folder with, all different', () => {
    expect(new Set(TRAVERSALS).size).toBeGreaterThanOrEqual(60)
  })

  test(
    'finds nothing under any traversal string, and hands none of them on',
    withPage(async ({ app, get }) => {
      for (const place of ['/media/', '/inputs/', '/thumbnails/', '/thumbnails/a1,', '/assets/', '/']) {
        for (const traversal of TRAVERSALS.filter(
          (text) => place !== '/' || !['', '.', '..'].includes(text),
        )) {
          const response = await get(place + traversal)
          const text = await response.text()
          expect([place + traversal, text.includes('SECRET') || text.includes('root:')]).toEqual([
            place + traversal,
            false,
          ])
          expect([200, 404]).toContain(response.status)
        }
      }
      expect(app.asked.filter((asked) => !/^(asset|thumb|input) [\w-]{1,200}$/.test(asked))).toEqual([])
    }),
  )
})

/** What is opened lies inside the folders for media by its real path, and is reached through no link. */
describe('17 containment by real path', () => {
  test.each([
    ['a file outside the folders', (dataDir: string) => join(dataDir, 'secrets.json')],
    ['a path with dots in it', (dataDir: string) => join(dataDir, 'media') + '/../secrets.json'],
    ['a link inside the folders', (dataDir: string) => join(dataDir, 'media', 'link.png')],
    ['a link to a file that may be served', (dataDir: string) => join(dataDir, 'media', 'alias.png')],
    ['a file behind a linked folder', (dataDir: string) => join(dataDir, 'media', 'linked', 'secrets.json')],
    ['a folder whose name begins alike', (dataDir: string) => join(dataDir, 'media-other', 'x.png')],
    ['a folder', (dataDir: string) => join(dataDir, 'media', 'ab')],
    ['a file that is gone', (dataDir: string) => join(dataDir, 'media', 'gone.png')],
    ['a path with NUL', (dataDir: string) => join(dataDir, 'media', 'ab', 'ab.png\0')],
  ])('does not serve %s', (_, pathIn) =>
    withPage(async ({ app, dataDir, get }) => {
      await symlink(join(dataDir, 'secrets.json'), join(dataDir, 'media', 'link.png'))
      await symlink(join(dataDir, 'media', 'ab', 'ab.png'), join(dataDir, 'media', 'alias.png'))
      await symlink(dataDir, join(dataDir, 'media', 'linked'))
      await writeFile(join(dataDir, 'media-other', 'x.png'), 'SECRET')
      app.files.set('asset x', { path: pathIn(dataDir), mimeType: 'image/png', sizeBytes: 6 })
      expect((await get('/media/x')).status).toBe(404)
    })(),
  )
})

/** Parts of a file as RFC 9110 says: 206 and 416 exact, suffix, inverted, several, past the end. */
describe('19 ranges', () => {
  const part = (start: number, end: number) => ({ kind: 'part', start, end })
  const whole = { kind: 'whole' }
  const unsatisfiable = { kind: 'unsatisfiable' }

  test.each([
    [null, whole],
    ['bytes=0-9', part(0, 9)],
    ['bytes=0-', part(0, 99)],
    ['bytes=99-', part(99, 99)],
    ['bytes=90-1000', part(90, 99)],
    ['BYTES=5-5', part(5, 5)],
    ['bytes= 5-6 ', part(5, 6)],
    ['bytes=5-6,', whole],
    ['bytes=-1', part(99, 99)],
    ['bytes=-100', part(0, 99)],
    ['bytes=-1000', part(0, 99)],
    ['bytes=-0', unsatisfiable],
    ['bytes=100-', unsatisfiable],
    ['bytes=100-200', unsatisfiable],
    ['bytes=99999999999999999999999999-', unsatisfiable],
    ['bytes=200-300,-0', whole],
    ['bytes=9-5', whole],
    ['bytes=0-1,5-6', whole],
    ['bytes=0-1,200-300', whole],
    ['bytes=0-1,9-5', whole],
    ['bytes=', whole],
    ['bytes=-', whole],
    ['bytes=a-b', whole],
    ['bytes=0x1-5', whole],
    ['bytes=1.5-5', whole],
    ['bytes 0-5', whole],
    ['items=0-5', whole],
  ])('reads %s of 100 bytes', (header, range) => {
    expect(readRange(header, 100)).toEqual(range)
  })

  test('sends an empty file whole, whatever part is asked for', () => {
    expect(readRange('bytes=0-', 0)).toEqual(whole)
  })

  test.each([
    ['bytes=0-9', 206, 'bytes 0-9/1000', 0, 10],
    ['bytes=990-', 206, 'bytes 990-999/1000', 990, 1_000],
    ['bytes=-5', 206, 'bytes 995-999/1000', 995, 1_000],
    ['bytes=998-4000', 206, 'bytes 998-999/1000', 998, 1_000],
    ['bytes=9-0', 200, null, 0, 1_000],
    ['bytes=0-1,3-4', 200, null, 0, 1_000],
    ['bytes=1000-', 416, 'bytes */1000', 0, 0],
    ['bytes=-0', 416, 'bytes */1000', 0, 0],
  ])('answers %s with %i', (range, status, contentRange, start, end) =>
    withPage(async ({ get }) => {
      const response = await get('/media/a1', { range })
      expect([response.status, response.headers.get('content-range')]).toEqual([status, contentRange])
      expect(Buffer.from(await response.arrayBuffer())).toEqual(BYTES.subarray(start, end))
    })(),
  )
})

/** Media leave with a content type from a fixed table, `nosniff` and a policy under which nothing in them runs. */
describe('20 content types', () => {
  test(
    'sends media inert, typed and with the hash as its tag',
    withPage(async ({ get }) => {
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
    withPage(async ({ app, dataDir, get }) => {
      app.files.set('asset x', { path: join(dataDir, 'media', 'ab', 'ab.png'), mimeType, sizeBytes: 1_000 })
      const { headers, body } = await get('/media/x')
      await body?.cancel()
      expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([type, disposition])
    })(),
  )
})

/** No line end and no quote of a name, a type or a key reaches a header. */
describe('22 nothing breaks out of a header', () => {
  const NAMES = [
    'Atelier "Füchse"\r\nX: y;.zip',
    'a\r\nSet-Cookie: b=c',
    'a\nLocation: https://evil.example',
    'a\rb',
    '"; filename="b.exe',
    "'; x='y",
    'a\\"b',
    'a\0b',
    '\u2028\u2029\u0085',
    '\ud83e',
    '狐.png',
    '%0d%0aX: y',
  ]

  test(
    'a download is named so that nothing in the name ends its header',
    withPage(async ({ app, dataDir, get }) => {
      for (const downloadName of NAMES) {
        app.files.set('exported j', {
          path: join(dataDir, 'media', 'ab', 'ab.png'),
          mimeType: 'application/zip\r\nX-A: b',
          sizeBytes: 1_000,
          downloadName,
        })
        const { headers, body } = await get('/exports/j')
        await body?.cancel()
        expect(headers.get('content-disposition')).toMatch(
          /^attachment; filename="[\w .()-]*"; filename\*=UTF-8''[\w%.!~-]*$/u,
        )
        expect([headers.get('x-a'), headers.get('set-cookie'), headers.get('location')]).toEqual([
          null,
          null,
          null,
        ])
        expect(headers.get('content-type')).toBe('application/octet-stream')
      }
    }),
  )

  test(
    'a name in quotes and in any script arrives whole',
    withPage(async ({ app, dataDir, get }) => {
      const path = join(dataDir, 'media', 'ab', 'ab.png')
      const downloadName = 'Atelier "Füchse"\r\nX: y;.zip'
      app.files.set('exported j', { path, mimeType: 'application/zip', sizeBytes: 1_000, downloadName })
      const { headers, body } = await get('/exports/j')
      await body?.cancel()
      expect(headers.get('content-disposition')).toBe(
        `attachment; filename="Atelier _F_chse___X_ y_.zip"; filename*=UTF-8''Atelier%20%22F%C3%BCchse%22%0D%0AX%3A%20y%3B.zip`,
      )
    }),
  )

  test.each([' two words ', 'line\nbreak', 'Schlüssel', 'tab\there'])(
    'refuses the key %j with its field',
    async (apiKey) => {
      const app = await openTestApp()
      const result = await app.call('profiles.create', { name: 'x', baseUrl: 'https://example.com', apiKey })
      expect(result).toMatchObject({ ok: false, error: { code: 'invalid_input', field: 'apiKey' } })
      expect((await app.ask('profiles.list', {})).items).toHaveLength(1)
      expect(app.secrets.size).toBe(0)
    },
  )
})
