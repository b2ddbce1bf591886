/** Fetching a result: whole, and known by its bytes. */
import { message } from '#contract/messages/message.ts'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { dropAfterBody, respond, type FaultyResponse } from '#test/stand-ins/faulty-responses.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { fetchUrl, serve } from '#test/stand-ins/downloads.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { runHostileTrial } from '#test/stand-ins/hostile-trial.ts'
import { scaled } from '#test/stand-ins/scale.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { brokenPromise } from '#core/results/download/promised-type.ts'

test('writes the whole file, hashed and known by its bytes, whatever the server calls it', async () => {
  const service = await openFaultyService()
  const bytes = await makeImage(3)
  service.script('file', serve(bytes, { 'content-type': 'text/html', 'content-length': bytes.length }))
  const { result, partPath } = await fetchUrl(`${service.baseUrl}/files/x`)
  expect(result).toMatchObject({
    kind: 'file',
    path: partPath,
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    type: { mimeType: 'image/png' },
  })
  expect(await readFile(partPath)).toEqual(bytes)
})

test.each<[string, FaultyResponse, string]>([
  ['is cut off', cutOff(), 'wait'],
  ['breaks the connection', dropAfterBody, 'wait'],
  ['is a web page', respond(200, '<html>expired</html>'), 'reread'],
  ['is an XML error', respond(200, '<Error/>', { 'content-type': 'image/png' }), 'reread'],
  ['is a program', serve(Buffer.from('MZ\x90\x00')), 'never'],
  ['is empty', serve(Buffer.alloc(0)), 'reread'],
  ['is gone', respond(410, ''), 'reread'],
  ['is forbidden', respond(403, ''), 'reread'],
  ['is a 500', respond(500, ''), 'wait'],
  ['is a 429', respond(429, ''), 'wait'],
  ['is only a part', respond(206, 'x'), 'reread'],
  ['redirects without end', redirectForEver(), 'reread'],
])('keeps no file when the response %s', async (_, response, next) => {
  const service = await openFaultyService()
  service.always('file', response)
  const { result, partPath } = await fetchUrl(`${service.baseUrl}/files/x`)
  expect(result).toMatchObject({ kind: 'problem', next, failure: { charged: 'yes' } })
  expect(existsSync(partPath)).toBe(false)
})

function cutOff(): FaultyResponse {
  return {
    name: 'cut off',
    give: ({ response }) => {
      response.writeHead(200, { 'content-length': 1_000 })
      response.write(Buffer.alloc(10), () => response.destroy())
    },
  }
}

function redirectForEver(): FaultyResponse {
  return {
    name: 'redirects without end',
    give: ({ request, response }) => void response.writeHead(302, { location: request.url ?? '' }).end(),
  }
}

/**
 * Downloads from a server that does everything wrong that a server can do; `npm run bench -- hostile-downloads` takes more.
 *
 * @slow 300 downloads instead of 80.
 */
const COUNT = scaled(80, 300)

test('keeps no wrong file of many hostile downloads, and fetches next to nothing twice', async () => {
  const figures = await runHostileTrial({ dataDir: await makeTempDir(), count: COUNT, seed: 4, atOnce: 24 })
  expect(figures).toMatchObject({ saved: COUNT, wrong: [], unsaved: [], wrongs: [] })
  expect(figures.restarts).toBeGreaterThan(COUNT / 30)
  expect(figures.continued.count).toBeGreaterThan(COUNT / 15)
  expect(figures.continued.twice / figures.continued.bytes).toBeLessThanOrEqual(0.05)
})

/** What was promised of a file and is not so is told; what only has another spelling is not. */
const PNG = { kind: 'image', mimeType: 'image/png', extension: 'png' } as const
const JPEG = { kind: 'image', mimeType: 'image/jpeg', extension: 'jpg' } as const
const M4A = { kind: 'audio', mimeType: 'audio/x-m4a', extension: 'm4a' } as const
const url = (name: string) => `https://cdn.example.com/${name}?sign=1`

test.each([
  [PNG, { contentType: 'image/png', url: url('a.png'), kind: 'image' }],
  [PNG, { contentType: 'application/octet-stream', url: url('a'), kind: 'file' }],
  [PNG, { contentType: 'Image/PNG; charset=utf-8', url: null, kind: 'image' }],
  [PNG, { contentType: null, url: url('a.php'), kind: 'image' }],
  [JPEG, { contentType: 'image/jpg', url: url('A.JPEG'), kind: 'image' }],
  [M4A, { contentType: 'audio/mp4', url: url('a.m4a'), kind: 'audio' }],
] as const)('finds nothing wrong with %j', (type, promised) => {
  expect(brokenPromise(promised, type)).toBeNull()
})

test.each([
  [PNG, { contentType: 'image/jpeg', url: url('a'), kind: 'image' }, ['image/jpeg']],
  [PNG, { contentType: null, url: url('a.jpg'), kind: 'image' }, ['.jpg']],
  [PNG, { contentType: 'text/html', url: url('a.webp'), kind: 'image' }, ['text/html', '.webp']],
] as const)('reports %j declared as: %j', (type, promised, declared) => {
  expect(brokenPromise(promised, type)).toEqual(
    message('results.declaredAs', { declared, mimeType: 'image/png' }),
  )
})

test('reports another kind of file than the response named', () => {
  expect(brokenPromise({ contentType: null, url: null, kind: 'video' }, PNG)).toEqual(
    message('results.declaredKind', { kind: 'video', mimeType: 'image/png' }),
  )
})
