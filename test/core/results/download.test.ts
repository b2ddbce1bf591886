/** Fetching a result: whole, known by its bytes, without credentials, and from nowhere it must not come from. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { download } from '#core/results/download.ts'
import { guardedLookup, isLocalService, refusedAddress } from '#core/results/safe-address.ts'
import { dropAfterBody, respond, type Answer } from '#test/stand-ins/faulty-answers.ts'
import { picture } from '#test/stand-ins/faulty-tasks.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'

async function fetchFrom(url: string, allowLocal = true) {
  const partPath = join(await makeTempDir(), 'x.part')
  const result = await download(
    { kind: 'url', url },
    { partPath, allowLocal, signal: new AbortController().signal },
  )
  return { result, partPath }
}

function serve(bytes: Uint8Array, headers: Record<string, string | number> = {}): Answer {
  return { name: '200', give: ({ response }) => void response.writeHead(200, headers).end(bytes) }
}

test('writes the whole file, hashed and known by its bytes, whatever the server calls it', async () => {
  const service = await openFaultyService()
  const bytes = await picture(3)
  service.script('file', serve(bytes, { 'content-type': 'text/html', 'content-length': bytes.length }))
  const { result, partPath } = await fetchFrom(`${service.baseUrl}/files/x`)
  expect(result).toMatchObject({
    kind: 'file',
    path: partPath,
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    type: { mimeType: 'image/png' },
  })
  expect(await readFile(partPath)).toEqual(bytes)
})

test.each<[string, Answer, string]>([
  ['is cut off', cutOff(), 'wait'],
  ['breaks the connection', dropAfterBody, 'wait'],
  ['is a web page', respond(200, '<html>expired</html>'), 'reread'],
  ['is an XML error', respond(200, '<Error/>', { 'content-type': 'image/png' }), 'reread'],
  ['is a program', serve(Buffer.from('MZ\x90\x00')), 'never'],
  ['is empty', serve(Buffer.alloc(0)), 'never'],
  ['is gone', respond(410, ''), 'reread'],
  ['is forbidden', respond(403, ''), 'reread'],
  ['is a 500', respond(500, ''), 'wait'],
  ['is a 429', respond(429, ''), 'wait'],
  ['is only a part', respond(206, 'x'), 'reread'],
  ['redirects without end', redirectForEver(), 'reread'],
])('keeps no file when the answer %s', async (_, answer, next) => {
  const service = await openFaultyService()
  service.always('file', answer)
  const { result, partPath } = await fetchFrom(`${service.baseUrl}/files/x`)
  expect(result).toMatchObject({ kind: 'problem', next, failure: { charged: 'yes' } })
  expect(existsSync(partPath)).toBe(false)
})

test('follows a redirect to another host without credentials', async () => {
  const service = await openFaultyService()
  const host = await openFaultyService()
  const bytes = await picture(4)
  const seen: IncomingHttpHeaders[] = []
  service.script('file', respond(302, '', { location: `${host.baseUrl}/files/y`, 'set-cookie': 'canary=1' }))
  host.script('file', {
    name: '200',
    give: ({ request, response }) => {
      seen.push(request.headers)
      response.end(bytes)
    },
  })
  const { result } = await fetchFrom(`${service.baseUrl}/files/x`)
  expect(result.kind).toBe('file')
  expect(Object.keys(seen[0] ?? {}).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host'])
})

test.each([
  ['to a file', 'file:///etc/passwd'],
  ['to an address with a name and password', 'http://user:pass@127.0.0.1/x'],
  ['to another scheme', 'gopher://127.0.0.1/x'],
])('does not follow a redirect %s', async (_, location) => {
  const service = await openFaultyService()
  service.script('file', respond(302, '', { location }))
  const { result } = await fetchFrom(`${service.baseUrl}/files/x`)
  expect(result).toMatchObject({ kind: 'problem', next: 'never', failure: { code: 'unsafe_content' } })
})

test.each([
  'http://cdn.example.com/x.png',
  'https://127.0.0.1/x',
  'https://localhost/x',
  'https://[::1]/x',
  'https://10.1.2.3/x',
  'https://192.168.0.9/x',
  'https://172.16.0.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/x',
  'https://0.0.0.0/x',
  'https://[fd00::1]/x',
  'https://[fe80::1]/x',
  'https://[::ffff:127.0.0.1]/x',
  'https://[::ffff:10.0.0.1]/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://user:pass@cdn.example.com/x',
])('refuses %s for a service on the public internet, at the first address and at every hop', (url) => {
  expect(refusedAddress(new URL(url), false)).toEqual(expect.any(String))
})

test('fetches nothing from a private network for a service on the public internet', async () => {
  const service = await openFaultyService()
  const { result } = await fetchFrom(`${service.baseUrl.replace('http:', 'https:')}/files/x`, false)
  expect(result).toMatchObject({ kind: 'problem', next: 'never', failure: { code: 'unsafe_content' } })
  expect(service.ledger).toEqual([])
})

test('refuses a name that leads into a private network at the moment of connecting', async () => {
  const error = await new Promise((resolve) => guardedLookup(false)('localhost', { all: true }, resolve))
  expect(error).toMatchObject({ code: 'EPRIVATE' })
  const allowed = await new Promise((resolve) => guardedLookup(true)('localhost', { all: true }, resolve))
  expect(allowed).toBeNull()
})

test.each([
  ['http://127.0.0.1:3000', true],
  ['http://localhost:3000/x', true],
  ['http://[::1]:1', true],
  ['https://192.168.1.5', true],
  ['https://[fd00::1]', true],
  ['https://api.example.com', false],
  ['https://8.8.8.8', false],
  ['https://localhost.example.com', false],
])('takes the service at %s to be local: %s', (baseUrl, local) => {
  expect(isLocalService(baseUrl)).toBe(local)
})

function cutOff(): Answer {
  return {
    name: 'cut off',
    give: ({ response }) => {
      response.writeHead(200, { 'content-length': 1_000 })
      response.write(Buffer.alloc(10), () => response.destroy())
    },
  }
}

function redirectForEver(): Answer {
  return {
    name: 'redirects without end',
    give: ({ request, response }) => void response.writeHead(302, { location: request.url ?? '' }).end(),
  }
}
