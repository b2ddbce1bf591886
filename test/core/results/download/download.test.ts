/** Fetching a result: whole, and known by its bytes. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { dropAfterBody, respond, type FaultyResponse } from '#test/stand-ins/faulty-responses.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { fetchUrl, serve } from '#test/stand-ins/one-download.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'

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
  ['is empty', serve(Buffer.alloc(0)), 'never'],
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
