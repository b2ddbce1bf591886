import { request } from 'node:http'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { createFaultCounter } from './count-faults.ts'
import { misbehave } from './misbehave.ts'
import { readSchedule } from './schedule.ts'
import { getTask, postGenerate, startService, submit, textRequest, waitForEnd } from '../support/service.ts'

type Service = Awaited<ReturnType<typeof startService>>

async function startWith(...rules: readonly object[]): Promise<Service> {
  const reading = readSchedule(JSON.stringify({ rules }))
  if (!reading.ok) throw new Error(reading.message)
  const service = await startService({ middleware: misbehave(createFaultCounter(reading.schedule)) })
  onTestFinished(() => service.stop())
  return service
}

/** How many tasks the service has accepted, asked where no fault is made. */
async function accepted(service: Service): Promise<number> {
  const headers = { Authorization: `Bearer ${service.apiKey}` }
  const response = await fetch(`${service.baseUrl}/studio/state`, { headers })
  return ((await response.json()) as { data: { tasks: unknown[] } }).data.tasks.length
}

it('drops a request before it is carried out', async () => {
  const service = await startWith({ on: 'generate', times: 1, fault: { kind: 'drop', at: 'request' } })
  await expect(postGenerate(service, textRequest())).rejects.toThrow('fetch failed')
  expect(await accepted(service)).toBe(0)
  await submit(service, textRequest())
})

it('drops an answer after the request was carried out', async () => {
  const service = await startWith({ on: 'generate', times: 1, fault: { kind: 'drop', at: 'answer' } })
  await expect(postGenerate(service, textRequest())).rejects.toThrow('fetch failed')
  expect(await accepted(service)).toBe(1)
})

it('drops an answer in the middle of its body', async () => {
  const service = await startWith({ on: 'models', times: 1, fault: { kind: 'drop', at: 'body' } })
  const response = await fetch(`${service.baseUrl}/ai/models`)
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow('terminated')
})

it('delays an answer', async () => {
  const service = await startWith({ on: 'models', times: 1, fault: { kind: 'delay', ms: 300 } })
  const startedAt = performance.now()
  expect((await fetch(`${service.baseUrl}/ai/models`)).status).toBe(200)
  expect(performance.now() - startedAt).toBeGreaterThan(290)
})

it.each([
  [{ status: 503 }, 503, null, /^application\/json/u, /^\{"code":503,/u],
  [{ status: 429, retryAfterSeconds: 7 }, 429, '7', /^application\/json/u, /^\{"code":429,/u],
  [{ status: 429 }, 429, null, /^application\/json/u, /^\{"code":429,/u],
  [{ status: 502, body: 'html' }, 502, null, /^text\/html/u, /^<!doctype html>/u],
  [{ status: 500, body: 'empty' }, 500, null, /^$/u, /^$/u],
])('refuses with %j', async (fault, status, retryAfter, type, body) => {
  const service = await startWith({ on: 'generate', times: 1, fault: { kind: 'refuse', ...fault } })
  const response = await postGenerate(service, textRequest())
  expect([response.status, response.headers.get('Retry-After')]).toEqual([status, retryAfter])
  expect(response.headers.get('Content-Type') ?? '').toMatch(type)
  expect(await response.text()).toMatch(body)
  expect(await accepted(service)).toBe(0)
})

it('refuses what it has carried out, if asked to', async () => {
  const service = await startWith({
    on: 'generate',
    fault: { kind: 'refuse', status: 502, carriedOut: true },
  })
  expect((await postGenerate(service, textRequest())).status).toBe(502)
  expect(await accepted(service)).toBe(1)
})

it('drips an answer, whole in the end', async () => {
  const service = await startWith({ on: 'generate', fault: { kind: 'drip', bytesPerSecond: 400 } })
  const asked = request(`${service.baseUrl}/api/v1/generate`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${service.apiKey}` },
  })
  asked.end(JSON.stringify(textRequest()))
  const [answer] = (await once(asked, 'response')) as [NodeJS.ReadableStream]
  const parts: string[] = []
  for await (const part of answer) parts.push(String(part))
  expect(parts.length).toBeGreaterThan(2)
  expect(JSON.parse(parts.join(''))).toMatchObject({ code: 0 })
})

it.each([
  ['success-without-files', { status: 'SUCCESS', taskResult: {} }],
  ['backwards', { status: 'PENDING', taskResult: null }],
  ['unknown-status', { status: 'DONE' }],
])('tells the lie %s about a task, and the truth afterwards', async (lie, data) => {
  const service = await startWith({ on: 'task', times: 1, fault: { kind: 'lie', lie } })
  const id = await submit(service, textRequest())
  const response = await getTask(service, id)
  expect([response.status, await response.json()]).toMatchObject([200, { code: 0, data: { id, ...data } }])
  expect((await waitForEnd(service, id)).status).toBe('SUCCESS')
})

it('answers about another task', async () => {
  const service = await startWith({ on: 'task', times: 1, fault: { kind: 'lie', lie: 'other-task' } })
  const id = await submit(service, textRequest())
  const body = (await (await getTask(service, id)).json()) as { data: { id: string } }
  expect(body.data.id).not.toBe(id)
})

it.each([
  ['no-task-id', 200, /"data":\{\}/u, 1],
  ['refused-in-200', 200, /^\{"code":5001,/u, 0],
  ['broken-json', 200, /^\{"code":0,[^}]*$/u, 1],
])('tells the lie %s about a submission', async (lie, status, body, tasks) => {
  const service = await startWith({ on: 'generate', times: 1, fault: { kind: 'lie', lie } })
  const response = await postGenerate(service, textRequest())
  expect(response.status).toBe(status)
  expect(await response.text()).toMatch(body)
  expect(await accepted(service)).toBe(tasks)
})

it('lets file addresses expire', async () => {
  const service = await startWith({ on: 'files', after: 1, fault: { kind: 'refuse', status: 403 } })
  const { taskResult } = await waitForEnd(service, await submit(service, textRequest()))
  const [image] = (taskResult as { images: { url: string }[] }).images
  const statuses = [(await fetch(image?.url ?? '')).status, (await fetch(image?.url ?? '')).status]
  expect(statuses).toEqual([200, 403])
})

it('leaves preflights and the studio alone', async () => {
  const service = await startWith({ fault: { kind: 'refuse', status: 500 } })
  const preflight = await fetch(`${service.baseUrl}/api/v1/generate`, { method: 'OPTIONS' })
  const page = await fetch(`${service.baseUrl}/studio/`)
  expect([preflight.status, page.status, (await fetch(`${service.baseUrl}/ai/models`)).status]).toEqual([
    204, 200, 500,
  ])
})
