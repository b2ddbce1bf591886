/** Check 22: no line end and no quote of a name, a type or a key reaches a header. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestApp } from '#test/stand-ins/test-app.ts'
import { inHouse } from '../hosts/page/house.ts'

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
  inHouse(async ({ app, dataDir, get }) => {
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
  inHouse(async ({ app, dataDir, get }) => {
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
