/**
 * Callers who are slow, many or hostile: nobody reads their bodies without a key, and nobody is locked out by them. Files that stop
 * whoever parses them: the service refuses the task and goes on.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '#test/stand-ins/until.ts'
import { slow } from '#test/stand-ins/scale.ts'
import {
  getTask,
  openService,
  makeDataUri,
  makeImage,
  postGenerate,
  submit,
  textRequest,
  waitForEnd,
} from '../support/service.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A connection that says `text` and notes what it is told; `ended` resolves when the service has closed it. */
async function speak({ baseUrl }: { readonly baseUrl: string }, text = '') {
  const socket: Socket = connect(Number(new URL(baseUrl).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let heard = ''
  const errors: string[] = []
  socket
    .on('data', (chunk: Buffer) => (heard += chunk.toString()))
    .on('error', ({ message }) => errors.push(message))
  const ended = once(socket, 'close')
  await once(socket, 'connect')
  socket.write(text)
  return { socket, ended, errors, heard: () => heard }
}

const head = (...lines: readonly string[]): string =>
  [
    'POST /api/v1/generate HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    ...lines,
    '',
    '',
  ].join('\r\n')
const BODY = { length: 'Content-Length: 30000000', chunks: 'Transfer-Encoding: chunked' }

slow('a body without a key is refused before it is sent, and the connection ends', async () => {
  const service = await openService()
  const callers = await Promise.all(Object.values(BODY).map((line) => speak(service, head(line))))
  await Promise.all(callers.map(({ ended }) => ended))
  for (const { heard } of callers) expect(heard()).toMatch(/^HTTP\/1\.1 401 .*connection: close/isu)
})

test.each([
  ['empty lists', () => `[${'[],'.repeat(9_999_999)}[]]`],
  ['empty objects', () => `[${'{},'.repeat(9_999_999)}{}]`],
  ['numbers', () => `[${'1,'.repeat(14_000_000)}1]`],
  ['names', () => `{${Array.from({ length: 20_000 }, (_, at) => `"${at}":1`).join(',')}}`],
  ['lists in lists', () => '['.repeat(5_000) + ']'.repeat(5_000)],
])('millions of values are refused before anything is made of them: %s', async (_, make) => {
  const service = await openService()
  const response = await postGenerate(service, make())
  expect([response.status, await response.json()]).toMatchObject([413, { code: 413 }])
})

test('text is no value, whatever stands in it', async () => {
  const service = await openService()
  const options = { resolution: '64x64', note: '[],{}\\"'.repeat(5_000) }
  const response = await postGenerate(service, textRequest({ options }))
  expect([response.status, await response.json()]).toEqual([200, expect.anything()])
})

slow('a body over the limit ends the connection with 413', async () => {
  const service = await openService({ maxBodyBytes: 10_000 })
  const key = `Authorization: Bearer ${service.apiKey}`
  const callers = await Promise.all(Object.values(BODY).map((line) => speak(service, head(key, line))))
  callers[1]?.socket.write(`5000\r\n${'x'.repeat(0x5000)}\r\n`)
  await Promise.all(callers.map(({ ended }) => ended))
  for (const { heard } of callers) expect(heard()).toMatch(/^HTTP\/1\.1 413 .*connection: close/isu)
})

test('a client that goes on sending after a refusal is not cut off before it has read why', async () => {
  const service = await openService()
  const { socket, ended, heard, errors } = await speak(service, head('Content-Length: 3000000'))
  await until(() => heard().includes('The API key is missing'))
  const failure = await new Promise((resolve) => socket.write('x'.repeat(3_000_000), resolve))
  await ended
  expect([failure ?? null, errors]).toEqual([null, []])
})

test('large bodies are read one after the other, small ones beside them', async () => {
  const bodies = { heldBodyBytes: 12_000 }
  const service = await openService({ maxBodyBytes: 10_000, bounds: bodies })
  const key = `Authorization: Bearer ${service.apiKey}`
  const slow = await speak(service, `${head(key, 'Content-Length: 9000')}{`)
  const next = await speak(service, `${head(key, 'Content-Length: 9000')}${'{'.padEnd(9000)}`)
  const small = await speak(service, `${head(key, 'Content-Length: 2')}{}`)
  await until(() => small.heard().startsWith('HTTP/1.1 400'))
  expect(next.heard()).toBe('')
  slow.socket.write(' '.repeat(8_999))
  await until(() => slow.heard().startsWith('HTTP/1.1 400') && next.heard().startsWith('HTTP/1.1 400'))
})

test('a body whose client leaves while it waits, or while it is read, takes no room', async () => {
  const service = await openService({ maxBodyBytes: 10_000, bounds: { heldBodyBytes: 10_000 } })
  const key = `Authorization: Bearer ${service.apiKey}`
  const reading = await speak(service, `${head(key, 'Content-Length: 9000')}{`)
  const waiting = await speak(service, `${head(key, 'Content-Length: 9000')}{`)
  waiting.socket.destroy()
  reading.socket.destroy()
  const last = await speak(service, `${head(key, 'Content-Length: 9000')}${'{'.padEnd(9000)}`)
  expect(await until(() => last.heard().startsWith('HTTP/1.1 400'))).toBe(true)
})

test.each([
  ['silent', ''],
  ['half a head', 'POST /api/v1/generate HTTP/1.1\r\nHost: 127.0'],
])('a connection that is %s ends by itself', async (_kind, text) => {
  const service = await openService({ bounds: { headersMs: 300 } })
  const { ended } = await speak(service, text)
  expect(await ended).toBeDefined()
})

test('a body that does not arrive in time ends the connection', async () => {
  const service = await openService({ bounds: { headersMs: 300, requestMs: 600 } })
  const key = `Authorization: Bearer ${service.apiKey}`
  const { ended } = await speak(service, `${head(key, 'Content-Length: 9000')}{`)
  expect(await ended).toBeDefined()
})

test('more idle connections than there may be lock nobody out, and those that were known stay', async () => {
  const service = await openService({ bounds: { connections: 8 } })
  const known = await speak(
    service,
    `GET /api/v1/task/none HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${service.apiKey}\r\n\r\n`,
  )
  await until(() => known.heard().startsWith('HTTP/1.1 404'))
  const idle = []
  for (let count = 0; count < 20; count += 1) idle.push(await speak(service))
  await Promise.all(idle.slice(0, 12).map(({ ended }) => ended))
  expect((await getTask(service, 'none')).status).toBe(404)
  expect(known.socket.destroyed).toBe(false)
})

function fromImage(input: string): Record<string, unknown> {
  const options = { resolution: '64x64', image_input: input }
  return textRequest({ scene: 'image-to-image', prompt: '', options })
}

async function hostile(name: string): Promise<string> {
  return (await readFile(join(import.meta.dirname, name))).toString('base64')
}

function fromVideo(input: string): Record<string, unknown> {
  const options = { video_input: input }
  return { ...textRequest(), mediaType: 'video', model: 'restyle-video', scene: 'video-to-video', options }
}

slow.each([
  ['mini.webm', 3_000, 'options.video_input could not be read. It took longer than 3 s.'],
  [
    'mp4-ctts_2_32_1.mp4',
    60_000,
    'options.video_input could not be read. It took more than 256 MB of memory.',
  ],
])(
  'a task whose video is %s fails and says why, and other requests are answered meanwhile',
  async (name, readingMs, reason) => {
    const service = await openService({ bounds: { readingMs } })
    const submitted = submit(service, fromVideo(await hostile(name)))
    expect((await getTask(service, 'none')).status).toBe(404)
    const { status, errorMessage } = await waitForEnd(service, await submitted)
    expect({ status, errorMessage }).toEqual({
      status: 'FAILED',
      errorMessage: `The result could not be made. ${reason}`,
    })
    expect((await makeImage(service, fromImage(await makeDataUri()))).images).toHaveLength(1)
  },
)

slow('an SVG is never drawn, whatever it claims to be', async () => {
  const service = await openService()
  const svg = await hostile('nested-use.svg')
  const asGif = Buffer.concat([Buffer.from('GIF89a'), Buffer.from(svg, 'base64')]).toString('base64')
  for (const input of [svg, asGif]) {
    const response = await postGenerate(service, fromImage(input))
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { message: expect.stringContaining('options.image_input is not a readable image') as string },
    ])
  }
  expect((await postGenerate(service, fromVideo(svg))).status).toBe(400)
})
