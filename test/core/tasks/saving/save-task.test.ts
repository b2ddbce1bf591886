/** From SUCCESS to files on disk: what was paid for is saved, or there is a named reason why not. */
import { written } from '#contract/messages/message.ts'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { dropAfterBody, respond, type FaultyResponse, success } from '#test/stand-ins/faulty-responses.ts'
import { openAtService, type TestApp } from '#test/stand-ins/test-app.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fail, type Result } from '#contract/errors.ts'
import type { PollBudget } from '#core/tasks/polling/poll-budget.ts'
import { createDiskHold, createSaver } from '#core/tasks/saving/saver.ts'
import type { TaskRecord } from '#core/tasks/task-row.ts'
import { newTask } from '#test/benchmarks/virtual-profile-queue.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { slow } from '#test/stand-ins/scale.ts'
import type { ServiceAddress } from '#core/service/service-api.ts'

const page = respond(200, '<!doctype html><title>Link expired</title>')
const files = (app: TestApp) => readdir(join(app.dataDir, 'media', '.incoming'))

slow.each<[string, readonly FaultyResponse[]]>([
  ['breaks off', [dropAfterBody, dropAfterBody]],
  ['is shorter than promised', [shorterThanPromised()]],
  ['is a 500', [respond(500, ''), respond(503, '')]],
  ['is a 429', [respond(429, '')]],
  ['is a 404 at first', [respond(404, '')]],
  ['is a web page at first', [page]],
  ['is empty at first', [respond(200, '')]],
])('saves a result whose download %s', async (_, responses) => {
  const { service, app } = await openAtService()
  service.script('file', ...responses)
  await app.submitAndSave()
  expect(await app.ask('library.verify', {})).toEqual({ checked: 1, missing: 0, damaged: 0 })
  expect(await files(app)).toEqual([])
})

slow('gets fresh addresses from the service when the first ones have expired', async () => {
  const { service, app } = await openAtService()
  let expired = false
  service.onRequest = ({ path }) => {
    if (!path.startsWith('/files/') || expired) return
    expired = true
    service.tasks.expireAddresses()
  }
  const { remoteId = '' } = await app.submitAndSave()
  expect(service.tasks.refreshes(remoteId)).toBe(2)
  expect(service.generates()).toHaveLength(1)
})

slow('says which files are missing, keeps those it has, and fetches the rest on retry', async () => {
  const { service, app } = await openAtService()
  service.tasks.filesPerTask = 3
  service.always('file', () => (service.ledger.at(-1)?.path.includes('-1-') ? page : fileResponse(service)))
  const { id } = await app.submitOne()
  const task = await app.untilTask(id, 'unsaved')
  expect(task.error).toMatchObject({ charged: 'yes' })
  expect(task.error?.message).toMatch(/^1 of 3 files are missing/)
  expect(task.assetIds).toHaveLength(2)
  service.always('file', null)
  await app.ask('tasks.retry', { id })
  expect((await app.untilTask(id, 'saved')).assetIds).toHaveLength(3)
  expect(service.generates()).toHaveLength(1)
  expect((await app.ask('library.query', {})).total).toBe(3)
})

slow('fetches a thousand files of one task and no more', async () => {
  const { service, app } = await openAtService()
  const urls = Array.from({ length: 1_003 }, (_, number) => `${service.baseUrl}/files/1-0-${number}.png`)
  service.tasks.life = [success(urls)]
  // A program is not asked for again.
  service.always('file', respond(200, 'MZ and so on'))
  const { id } = await app.submitOne()
  const { error } = await app.untilTask(id, 'unsaved')
  expect(error?.message).toMatch(/^1,000 of 1,003 files are missing/)
  expect(service.ledger.filter(({ path }) => path.startsWith('/files/'))).toHaveLength(1_000)
})

test.each([
  ['null', null],
  ['an empty object', {}],
  ['no address', { seed: 7, message: 'done' }],
  ['only what went in', { input: { image_url: 'https://example.com/in.png' } }],
])('calls a task unsaved, with the reason, when SUCCESS names no file: %s', async (_, result) => {
  const { service, app } = await openAtService()
  service.tasks.life = [success(result)]
  const { id } = await app.submitOne()
  const task = await app.untilTask(id, 'unsaved')
  expect(task.error).toMatchObject({ charged: 'yes' })
  expect(task.error?.message).toMatch(/names no file/)
  expect(task.lastResponse).toMatchObject({ data: { status: 'SUCCESS' } })
})

test('saves from what SUCCESS said when the service takes it back afterwards', async () => {
  const { service, app } = await openAtService()
  const url = `${service.baseUrl}/files/1-0-1.png`
  service.tasks.life = [success([url])]
  let said = false
  service.always('task', () => {
    if (service.ledger.at(-1)?.query !== '?refresh=assets') {
      said = true
      return success([url])
    }
    return respond(200, '{"code":0,"message":"ok","data":{"status":"PROCESSING","taskResult":null}}')
  })
  await app.submitAndSave()
  expect(said).toBe(true)
})

test('saves a result that stands inside the answer', async () => {
  const { service, app } = await openAtService()
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  service.tasks.life = [success({ image: `data:image/png;base64,${png}` })]
  await app.submitAndSave()
  expect((await app.ask('library.query', {})).items).toMatchObject([
    { mimeType: 'image/png', width: 1, height: 1 },
  ])
})

test.each([
  ['a program', 'data:application/octet-stream;base64,TVqQAAMAAAAEAAAA'],
  ['an address that is none', 'https://[not-an-address/x.png'],
  ['another scheme hidden in a redirect', '/files/redirect.png'],
])('calls a task unsaved when its only result is %s', async (_, image) => {
  const { service, app } = await openAtService()
  service.tasks.life = [success({ image })]
  service.script('file', respond(302, '', { location: 'file:///etc/passwd' }))
  const { id } = await app.submitOne()
  const task = await app.untilTask(id, 'unsaved')
  expect(task.error).toMatchObject({ charged: 'yes' })
  expect((await app.ask('library.query', {})).total).toBe(0)
})

test('fetches results without the key, and asks only the service itself with it', async () => {
  const { service, app } = await openAtService()
  const host = await openFaultyService()
  service.tasks.assetOrigin = host.baseUrl
  await app.submitAndSave()
  expect(host.ledger.map(({ path, key }) => ({ path, key }))).toEqual([
    { path: '/files/1-0-1.png', key: null },
  ])
  expect(service.ledger.every(({ key }) => key === 'key-for-tests')).toBe(true)
})

slow('waits longer and longer for a file whose server is out of order', async () => {
  const { service, app } = await openAtService()
  service.always('file', respond(500, ''))
  const { id } = await app.submitOne()
  await app.untilTask(id, 'saving')
  const startedAt = app.clock.monotonicMs()
  const asked = () => service.ledger.filter(({ path }) => path.startsWith('/files/')).length
  await app.until(() => asked() >= 12)
  expect(app.clock.monotonicMs() - startedAt).toBeGreaterThan(60_000)
  expect((await app.task(id)).state).toBe('saving')
})

slow('shares one file between results with the same bytes', async () => {
  const { service, app } = await openAtService()
  service.tasks.sameImage = true
  for (let count = 0; count < 2; count++) await app.untilTask((await app.submitOne()).id, 'saved')
  const { items } = await app.ask('library.query', {})
  expect(items).toHaveLength(2)
  expect(new Set(items.map(({ sha256 }) => sha256)).size).toBe(1)
  const folder = join(app.dataDir, 'media', items[0]?.sha256.slice(0, 2) ?? '')
  expect((await readdir(folder)).toSorted()).toEqual([`${items[0]?.sha256}.json`, `${items[0]?.sha256}.png`])
})

function fileResponse(service: Awaited<ReturnType<typeof openFaultyService>>): FaultyResponse {
  return {
    name: 'file',
    give: (at) => service.tasks.file(at, at.entry.path.split('/').at(-1) ?? ''),
  }
}

function shorterThanPromised(): FaultyResponse {
  return {
    name: 'shorter than promised',
    give: ({ response }) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': 5_000 })
      response.write(Buffer.alloc(100), () => response.destroy())
    },
  }
}

test('takes a JSON error under the address of an image for no image, and asks for another address', async () => {
  const { service, app } = await openAtService()
  service.always('file', respond(200, '{"error":"link expired"}'))
  const { id } = await app.submitOne()
  const { error, assetIds } = await app.untilTask(id, 'unsaved')
  expect(error?.message).toContain('sent text instead of the file')
  expect(assetIds).toEqual([])
  expect(service.polls().filter(({ query }) => query.includes('assets')).length).toBeGreaterThan(1)
})

test('begins no second attempt at a task while the first, given up, has not let go of its files', async () => {
  const clock = createManualClock()
  const task: TaskRecord = { ...newTask('task-1', clock.now()), state: 'saving' }
  const attempts: PromiseWithResolvers<Result<ServiceAddress>>[] = []
  const budget: PollBudget = { wait: () => Promise.resolve() }
  const needed = {
    clock,
    store: { find: () => task },
    disk: createDiskHold({ raise: () => undefined, clear: () => undefined }, () => undefined),
    downloader: { close: () => Promise.resolve() },
    address: () => {
      const attempt = Promise.withResolvers<Result<ServiceAddress>>()
      attempts.push(attempt)
      return attempt.promise
    },
    log: () => undefined,
  }
  const saver = createSaver(needed as never)
  saver.add(task, budget)
  saver.drop(task.id)
  saver.add(task, budget)
  await turn()
  expect(attempts).toHaveLength(1)
  attempts[0]?.resolve(fail('service_unavailable', written('Not there.')))
  await turn()
  clock.advance(10_000)
  await turn()
  expect(attempts).toHaveLength(2)
  attempts[1]?.resolve(fail('service_unavailable', written('Not there.')))
  await saver.close()
})
