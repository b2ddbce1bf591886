/** What every outcome of a generate request makes of its task; and that there was only ever one request. */
import { expect, test, vi } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import type { TaskState } from '#contract/rules/task-states.ts'
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
import { openAtService, REQUEST } from '#test/stand-ins/test-app.ts'

interface Row {
  readonly what: string
  readonly answer: FaultyResponse
  readonly state: TaskState
  readonly code: ErrorCode
  readonly charged: 'no' | 'maybe'
}

const unknown = (what: string, answer: FaultyResponse): Row => ({
  what,
  answer,
  state: 'unknown',
  code: 'unknown_outcome',
  charged: 'maybe',
})
const rejected = (what: string, answer: FaultyResponse): Row => ({
  what,
  answer,
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
  async ({ answer, state, code, charged }) => {
    const { service, app } = await openAtService()
    service.script('generate', answer)
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
])('makes a task unknown when %s', async (_, answer) => {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(Math.ceil(ms / 200)))
  try {
    const { service, app } = await openAtService()
    service.script('generate', answer)
    const { id } = await app.submitOne()
    const task = await app.untilTask(id, 'unknown')
    expect(task.error).toMatchObject({ code: 'unknown_outcome', charged: 'maybe' })
    expect(service.generates()).toHaveLength(1)
  } finally {
    spy.mockRestore()
  }
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
  expect(unsure.error?.message).toMatch(/may not have been accepted/)
})

test('keeps every accepted id when the service gives the same one twice', async () => {
  const { service, app } = await openAtService()
  const same = respond(200, '{"code":0,"message":"ok","data":{"taskId":"remote-1"}}')
  const first = await app.submitOne()
  await app.untilTask(first.id, 'running', 'saved')
  service.script('generate', same)
  const second = await app.submitOne()
  await app.until(async () => (await app.task(second.id)).state !== 'sending')
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

test('takes a whole batch or none of it', async () => {
  const { app } = await openAtService()
  const result = await app.call('tasks.submit', { requests: [REQUEST, { ...REQUEST, prompt: '  ' }] })
  expect(result).toMatchObject({ ok: false, error: { code: 'invalid_input', field: 'requests.1.prompt' } })
  expect((await app.ask('tasks.list', {})).items).toEqual([])
})
