/** What every outcome of a generate request makes of its task; and that there was only ever one request. */
import { readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi, onTestFinished } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import type { TaskState } from '#contract/rules/task-states.ts'
import { generationService } from '#core/service/apis/generation-service/generation-service.ts'
import {
  brokenJson,
  cutResponse,
  dropAfterBody,
  dropBeforeBody,
  dropDuringBody,
  errorObject,
  hang,
  hangAfterHead,
  hugeResponse,
  respond,
  type FaultyResponse,
} from '#test/stand-ins/faulty-responses.ts'
import { openAtService, REQUEST, openTestApp, openTestAppAt } from '#test/stand-ins/test-app.ts'
import { startFaultyService } from '#test/stand-ins/faulty-service.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { closedPort, openFaultyService, openTcpProxy } from '#test/stand-ins/test-service.ts'

interface Row {
  readonly what: string
  readonly response: FaultyResponse
  readonly state: TaskState
  readonly code: ErrorCode
  readonly charged: 'no' | 'maybe'
}

const unknown = (what: string, response: FaultyResponse): Row => ({
  what,
  response,
  state: 'unknown',
  code: 'unknown_outcome',
  charged: 'maybe',
})
const rejected = (what: string, response: FaultyResponse): Row => ({
  what,
  response,
  state: 'rejected',
  code: 'service_rejected',
  charged: 'no',
})

const ROWS: readonly Row[] = [
  unknown('the connection drops before the body was read', dropBeforeBody),
  unknown('the connection drops during the body', dropDuringBody),
  unknown('the connection drops after the body', dropAfterBody),
  unknown('the answer is cut', cutResponse),
  unknown('the answer is JSON that is not whole', brokenJson),
  unknown('the answer is larger than 32 MB', hugeResponse),
  unknown('a 200 is a web page', respond(200, '<html>welcome</html>')),
  unknown('a 200 has no body', respond(200, '')),
  unknown('a 200 with code 0 has no task id', respond(200, '{"code":0,"message":"ok","data":{}}')),
  unknown('a 200 with code 0 has an empty task id', respond(200, '{"code":0,"data":{"taskId":" "}}')),
  unknown('a 200 is another JSON', respond(200, '[1,2,3]')),
  unknown('a 500 says nothing', respond(500, '')),
  unknown('a 500 is another JSON', respond(500, '{"error":"boom"}')),
  unknown('a 500 has an error object without a code', respond(500, '{"message":"boom"}')),
  unknown('a 500 has an error object with code 0', respond(500, errorObject(0, 'boom'))),
  unknown('a 502 is a web page', respond(502, '<html>bad gateway</html>')),
  unknown('a 504 is a web page', respond(504, '<html>gateway time-out</html>')),
  rejected('a 500 has the error object', respond(500, errorObject(5000, 'no model is free'))),
  rejected('a 503 has the error object', respond(503, errorObject(5003, 'closed for today'))),
  rejected('a 200 has a code that is not 0', respond(200, errorObject(1001, 'no credits left'))),
  rejected('a 400 has the error object', respond(400, errorObject(400, 'the prompt is too long'))),
  rejected('a 400 is another JSON', respond(400, '{"detail":"no such model"}')),
  rejected('a 400 is a web page', respond(400, '<html>bad request</html>')),
  rejected('a 400 says nothing', respond(400, '')),
  rejected('a 402 says nothing', respond(402, '')),
  rejected('a 403 has the error object', respond(403, errorObject(403, 'not for you'))),
  rejected('a 404 is a web page', respond(404, '<html>not found</html>')),
  rejected('a 413 says nothing', respond(413, '')),
  rejected('a 422 is another JSON', respond(422, '[{"msg":"field required"}]')),
]

test.each(ROWS)(
  'makes a task $state when $what, after one request',
  async ({ response, state, code, charged }) => {
    const { service, app } = await openAtService()
    service.script('generate', response)
    const { id } = await app.submitOne()
    const task = await app.untilTask(id, 'unknown', 'rejected', 'saved')
    expect({ state: task.state, code: task.error?.code, charged: task.error?.charged }).toEqual({
      state,
      code,
      charged,
    })
    // Time in which a second request would have been sent.
    app.clock.advance(10 * 60_000)
    expect((await app.task(id)).state).toBe(state)
    expect(service.generates()).toHaveLength(1)
  },
)

test.each([
  ['the service never answers', hang],
  ['the body of the answer never comes', hangAfterHead],
])('makes a task unknown when %s', async (_, response) => {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(Math.ceil(ms / 200)))
  try {
    const { service, app } = await openAtService()
    service.script('generate', response)
    const { id } = await app.submitOne()
    const task = await app.untilTask(id, 'unknown')
    expect(task.error).toMatchObject({ code: 'unknown_outcome', charged: 'maybe' })
    expect(service.generates()).toHaveLength(1)
  } finally {
    spy.mockRestore()
  }
})

test('does not know what became of a request whose response an adapter cannot bear', async () => {
  const reading = vi.spyOn(generationService, 'readSubmission').mockImplementation(() => {
    throw new TypeError('not that deep')
  })
  onTestFinished(() => reading.mockRestore())
  const { service, app } = await openAtService()
  const { id } = await app.submitOne()
  const task = await app.untilTask(id, 'unknown')
  expect(task.error).toMatchObject({ code: 'unknown_outcome', charged: 'maybe' })
  expect(service.generates()).toHaveLength(1)
})

test('keeps the words of the service and its raw answer', async () => {
  const { service, app } = await openAtService()
  service.script('generate', respond(400, errorObject(1234, 'the prompt names a person')))
  service.script('generate', respond(502, `<html>${'x'.repeat(500)}</html>`))
  const first = await app.submitOne()
  const refused = await app.untilTask(first.id, 'rejected')
  expect(refused.error?.message).toContain('the prompt names a person')
  expect(refused.lastResponse).toEqual({ code: 1234, message: 'the prompt names a person' })
  const second = await app.submitOne()
  const unsure = await app.untilTask(second.id, 'unknown')
  expect(unsure.lastResponse).toBe(`<html>${'x'.repeat(194)}`)
  expect(unsure.error).toMatchObject({ id: 'service.unknown.failing', charged: 'maybe' })
})

test('keeps every accepted id when the service gives the same one twice', async () => {
  const { service, app } = await openAtService()
  const same = respond(200, '{"code":0,"message":"ok","data":{"taskId":"remote-1"}}')
  const first = await app.submitOne()
  await app.untilTask(first.id, 'running', 'saved')
  service.script('generate', same)
  const second = await app.submitOne()
  await app.until(async () => !['queued', 'sending'].includes((await app.task(second.id)).state))
  expect((await app.task(second.id)).lastResponse).not.toBeNull()
  expect(service.generates()).toHaveLength(2)
})

test('sends one request for a press, however often it arrives', async () => {
  const { service, app } = await openAtService()
  const pressId = crypto.randomUUID()
  const press = () => app.ask('tasks.submit', { requests: [REQUEST, REQUEST], pressId })
  const [first, second] = await Promise.all([press(), press()])
  expect(second).toEqual(first)
  for (const { id } of first.tasks) await app.untilTask(id, 'saved')
  const third = await press()
  expect(third.batchId).toBe(first.batchId)
  expect(third.tasks.map(({ id }) => id)).toEqual(first.tasks.map(({ id }) => id))
  const reopened = await app.reopen()
  const fourth = await reopened.ask('tasks.submit', { requests: [REQUEST, REQUEST], pressId })
  expect(fourth.batchId).toBe(first.batchId)
  expect(service.generates()).toHaveLength(2)
})

test('sends nothing for a press that comes again when the user has removed what came of it', async () => {
  const { service, app } = await openAtService()
  service.script('generate', respond(400, errorObject(400, 'no')))
  const pressId = crypto.randomUUID()
  const submit = { requests: [REQUEST], pressId }
  const first = await app.ask('tasks.submit', submit)
  const [{ id } = { id: '' }] = first.tasks
  await app.untilTask(id, 'rejected')
  const again = await app.ask('tasks.retry', { id, pressId })
  await app.untilTask(again.id, 'saved')
  await app.ask('tasks.remove', { id: again.id })
  const reopened = await app.reopen()
  expect(await reopened.failure('tasks.retry', { id, pressId })).toMatchObject({ code: 'not_found' })
  await reopened.ask('queue.clear', { what: 'ended' })
  expect(await reopened.ask('tasks.submit', submit)).toEqual({ batchId: first.batchId, tasks: [] })
  expect(service.generates()).toHaveLength(2)
})

test('takes a whole batch or none of it', async () => {
  const { app } = await openAtService()
  const result = await app.call('tasks.submit', { requests: [REQUEST, { ...REQUEST, prompt: '  ' }] })
  expect(result).toMatchObject({ ok: false, error: { code: 'invalid_input', field: 'requests.1.prompt' } })
  expect((await app.ask('tasks.list', {})).items).toEqual([])
})

test('queues a task again while connections are refused, and sends it once when they are taken', async () => {
  const port = await closedPort()
  const app = await openTestAppAt(`http://127.0.0.1:${port}`)
  const { id } = await app.submitOne()
  // It is tried again meanwhile.
  const waiting = await app.until(async () => {
    const task = await app.task(id)
    return task.state === 'queued' && task.error ? task : null
  })
  expect(waiting.error).toMatchObject({ code: 'not_sent', charged: 'no' })
  expect(waiting.notBefore).toBeGreaterThan(0)
  const queue = await app.ask('queue.state', {})
  expect(queue.limits.holding).toMatchObject([{ kind: 'offline', waiting: 1 }])
  expect(queue.reason).toEqual(expect.any(String))

  const service = await startFaultyService(port)
  onTestFinished(() => service.close())
  const saved = await app.untilTask(id, 'saved')
  expect(saved.error).toBeUndefined()
  expect(service.generates()).toHaveLength(1)
})

slow('queues a task again when its host has no address', async () => {
  const app = await openTestAppAt('https://no-such-host.invalid')
  const { id } = await app.submitOne()
  const error = await app.until(async () => (await app.task(id)).error)
  expect(error).toMatchObject({ code: 'not_sent', charged: 'no' })
  expect((await app.task(id)).state).toBe('queued')
})

test('queues a task again when no secure connection comes about', async () => {
  const server = createServer((socket) =>
    socket
      .on('error', () => undefined)
      .resume()
      .end('this is no TLS\r\n'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const app = await openTestAppAt(`https://127.0.0.1:${address.port}`)
  const { id } = await app.submitOne()
  const error = await app.until(async () => (await app.task(id)).error)
  expect(error).toMatchObject({ code: 'not_sent', charged: 'no' })
  expect((await app.task(id)).state).toBe('queued')
})

test('makes a task unknown when the line is cut on the way up, wherever that is', async () => {
  const service = await openFaultyService()
  const proxy = await openTcpProxy(service.port)
  const app = await openTestAppAt(`http://127.0.0.1:${proxy.port}`)
  for (const bytes of [1, 40, 250]) {
    proxy.cutUpAfterBytes = bytes
    const before = proxy.connections
    const { id } = await app.submitOne()
    const task = await app.untilTask(id, 'unknown')
    expect(task.error?.charged).toBe('maybe')
    expect(proxy.connections).toBe(before + 1)
  }
})

test('makes a task unknown when the line is cut on the way back, wherever that is', async () => {
  const service = await openFaultyService()
  const proxy = await openTcpProxy(service.port)
  const app = await openTestAppAt(`http://127.0.0.1:${proxy.port}`)
  for (const bytes of [1, 15, 100, 185]) {
    proxy.cutDownAfterBytes = bytes
    const { id } = await app.submitOne()
    await app.untilTask(id, 'unknown')
  }
  expect(service.generates()).toHaveLength(4)
})

test('keeps a task queued while the sample studio is not there, and sends it when it is', async () => {
  const app = await openTestApp()
  const { id } = await app.submitOne()
  expect(await app.until(async () => (await app.ask('queue.state', {})).reason)).toMatch(/starting/)
  expect((await app.task(id)).state).toBe('queued')
  const service = await openFaultyService()
  app.app.setLocalService({ baseUrl: service.baseUrl, apiKey: 'local' })
  await app.untilTask(id, 'saved')
  expect(service.generates().map(({ key }) => key)).toEqual(['local'])
})

test('rejects a request that can never be built, and never calls it sending or counts it', async () => {
  const { service, app } = await openAtService()
  const dataUrl = `data:image/png;base64,${PNG}`
  const { id: inputId } = await app.ask('inputs.add', { name: 'fox.png', dataUrl })
  await app.ask('queue.pause', {})
  const { id } = await app.submitOne({ inputs: [{ inputId, option: 'image_url' }] })
  const folder = join(app.dataDir, 'inputs')
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true })
  await app.ask('queue.resume', {})

  const task = await app.untilTask(id, 'rejected')
  expect(task.error).toMatchObject({ charged: 'no' })
  expect(task.history.map(({ kind }) => kind)).toEqual(['queued', 'rejected'])
  expect(task.sentAt).toBeUndefined()
  expect(await app.ask('queue.usage', {})).toMatchObject({ items: [], sentToday: 0 })
  expect(service.generates()).toEqual([])
})

/** Requests of which nothing left this computer: the task waits with the reason, and is sent once when that is possible. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
