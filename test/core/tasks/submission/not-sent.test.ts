/** Requests of which nothing left this computer: the task waits with the reason, and is sent once when that is possible. */
import { readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startFaultyService } from '#test/stand-ins/faulty-service.ts'
import { openAtService, openTestApp, openTestAppAt } from '#test/stand-ins/test-app.ts'
import { closedPort, openFaultyService, openTcpProxy } from '#test/stand-ins/test-service.ts'

test('queues a task again while connections are refused, and sends it once when they are taken', async () => {
  const port = await closedPort()
  const app = await openTestAppAt(`http://127.0.0.1:${port}`)
  const { id } = await app.submitOne()
  await app.until(async () => (await app.task(id)).error)
  const waiting = await app.task(id)
  expect(waiting).toMatchObject({ state: 'queued', error: { code: 'not_sent', charged: 'no' } })
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

test('queues a task again when its host has no address', async () => {
  const app = await openTestAppAt('https://no-such-host.invalid')
  const { id } = await app.submitOne()
  const error = await app.until(async () => (await app.task(id)).error)
  expect(error).toMatchObject({ code: 'not_sent', charged: 'no' })
  expect((await app.task(id)).state).toBe('queued')
})

test('queues a task again when no secure connection comes about', async () => {
  const server = createServer((socket) => socket.on('error', () => undefined).end('this is no TLS\r\n'))
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

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
