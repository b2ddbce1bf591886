/** What the page sends, over real connections into a real library: on disk as it comes, in memory never whole, and gone where it breaks off. */
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mediaFolders, readPageFiles } from '#hosts/page/page-files.ts'
import { startWebServer } from '#hosts/web/server.ts'
import { createSessions } from '#hosts/web/sessions.ts'
import { collectGarbage } from '#test/stand-ins/collect-garbage.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { say } from '#test/stand-ins/say.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'

const MEGABYTE = 1024 * 1024

async function openHost() {
  const folder = await makeTempDir()
  await mkdir(join(folder, 'page'))
  await writeFile(join(folder, 'page', 'index.html'), '<title>Atelier</title>')
  const saved = join(folder, 'saved.png')
  const { app, dataDir, logLines } = await openTestApp({
    shell: { reveal: async () => undefined, chooseFile: async () => saved },
  })
  const clock = createManualClock()
  const sessions = createSessions(clock)
  const started = await startWebServer({
    say,
    app,
    agents: async () => new Response(null, { status: 404 }),
    files: await readPageFiles(join(folder, 'page')),
    mediaFolders: mediaFolders(dataDir),
    sessions,
    clock,
    port: 0,
    log: () => undefined,
  })
  if (!started.ok) throw new Error(started.error.id)
  onTestFinished(() => started.data.close())
  const { port } = started.data
  const bearer = { authorization: `Bearer ${sessions.bearerToken}`, 'x-file-name': 'a.png' }
  const begin = (path: string, headers: Record<string, string> = {}) =>
    httpRequest({ port, host: '127.0.0.1', path, method: 'POST', headers: { ...bearer, ...headers } })
  /** Sends the pieces one after the other, as fast as they are taken; resolves to the answer. */
  const send = async (path: string, chunks: Iterable<Uint8Array>, headers?: Record<string, string>) => {
    const request = begin(path, headers)
    const answered = once(request, 'response') as Promise<[NodeJS.ReadableStream & { statusCode: number }]>
    let hasResponse = false
    request.once('response', () => (hasResponse = true))
    // An upload that is refused on its way is cut off.
    request.setMaxListeners(0).on('error', () => undefined)
    for (const chunk of chunks) {
      if (request.destroyed || hasResponse) break
      if (!request.write(chunk))
        await Promise.race([once(request, 'drain'), answered, once(request, 'close')])
    }
    // What was announced and not sent is waited for, unless it is refused before.
    if (headers) request.flushHeaders()
    else request.end()
    const [response] = await answered
    const text = Buffer.concat((await Array.fromAsync(response)) as Buffer[]).toString()
    return { status: response.statusCode, body: JSON.parse(text) as unknown }
  }
  const raw = async (text: string): Promise<void> => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined).resume()
    socket.end(text.replaceAll('BEARER', bearer.authorization))
    await once(socket, 'close')
  }
  const arriving = () => readdir(join(dataDir, 'media', '.incoming'))
  return { dataDir, logLines, saved, begin, send, raw, arriving }
}

slow.each(['/inputs', '/saves'])(
  'holds a few pieces of what is sent to %s, however much it is',
  async (path) => {
    const { send, arriving } = await openHost()
    const chunk = Buffer.alloc(MEGABYTE)
    collectGarbage()
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    const pieces = function* () {
      for (let sent = 0; sent < 200; sent++) {
        if (sent % 10 === 9) {
          collectGarbage()
          most = Math.max(most, process.memoryUsage().arrayBuffers - before)
        }
        yield chunk
      }
    }
    expect(await send(path, pieces())).toMatchObject(
      path === '/saves' ? { status: 200 } : { status: 400, body: { error: { id: 'inputs.unknownFile' } } },
    )
    expect(most / MEGABYTE).toBeLessThan(30)
    expect(await arriving()).toEqual([])
  },
)

slow.each(['/inputs', '/recipes', '/saves'])(
  '%s ends what becomes too large, announced or not',
  async (path) => {
    const { send, arriving } = await openHost()
    const mostBytes = path === '/recipes' ? 64 : 200
    const chunk = Buffer.alloc(MEGABYTE)
    const announced = { 'content-length': String((mostBytes + 1) * MEGABYTE) }
    expect(await send(path, [], announced)).toMatchObject({ status: 413 })
    const chunks = Array.from({ length: mostBytes + 1 }, () => chunk)
    expect(await send(path, chunks)).toMatchObject({ status: 413 })
    expect(await arriving()).toEqual([])
  },
)

test.each(['/inputs', '/recipes', '/saves'])('%s leaves nothing of what breaks off', async (path) => {
  const { begin, arriving, logLines, dataDir } = await openHost()
  const lines = logLines.length
  const request = begin(path, { 'content-length': '5000000' })
  request.on('error', () => undefined)
  request.write(await makeImage(1))
  await expect.poll(arriving).toHaveLength(1)
  request.destroy()
  await expect.poll(arriving).toEqual([])
  expect(logLines).toHaveLength(lines)
  expect(await readdir(join(dataDir, 'inputs')).catch(() => [])).toEqual([])
})

test('takes a file byte by byte, under its hash', async () => {
  const { send, arriving, dataDir, saved } = await openHost()
  const image = await makeImage(1)
  const bytes = Array.from(image, (byte) => Uint8Array.of(byte))
  const { body } = (await send('/inputs', bytes)) as { body: { data: { sha256: string; sizeBytes: number } } }
  const { sha256, sizeBytes } = body.data
  expect(sizeBytes).toBe(image.byteLength)
  expect(await readFile(join(dataDir, 'inputs', sha256.slice(0, 2), `${sha256}.png`))).toEqual(
    Buffer.from(image),
  )
  expect(await send('/recipes', bytes)).toMatchObject({ body: { error: { id: 'exchange.noRecipe' } } })
  expect(await send('/saves', bytes)).toMatchObject({ body: { data: { saved: true } } })
  expect(await readFile(saved)).toEqual(Buffer.from(image))
  expect(await arriving()).toEqual([])
})

test.each([
  ['a length below zero', 'content-length: -1\r\n\r\nabc'],
  ['a length in hex', 'content-length: 0x10\r\n\r\nabc'],
  ['two lengths', 'content-length: 3\r\ncontent-length: 300\r\n\r\nabc'],
  ['a length beside chunks', 'content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n'],
  ['a length beyond all numbers', `content-length: ${'9'.repeat(40)}\r\n\r\nabc`],
  ['less than it announces', 'content-length: 300\r\n\r\nabc'],
  ['a chunk without an end', 'transfer-encoding: chunked\r\n\r\nffff\r\nabc'],
  ['a chunk of no number', 'transfer-encoding: chunked\r\n\r\nzz\r\nabc'],
])('survives an upload with %s', async (_, rest) => {
  const { raw, arriving, send } = await openHost()
  await raw(`POST /inputs HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: BEARER\r\n${rest}`)
  await expect.poll(arriving).toEqual([])
  expect(await send('/inputs', [await makeImage(2)])).toMatchObject({ status: 200 })
})
