/** A disk that fills up: nothing is lost, it is said once, and everything goes on when there is room. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openAtService, openTestAppAt, REQUEST } from '#test/stand-ins/test-app.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { fillDisk, tryTmpfs } from '#test/stand-ins/small-disks.ts'
import { slow } from '#test/stand-ins/scale.ts'

const SKIPPED = 'no small disk can be mounted here'

async function mountedDir(): Promise<string | null> {
  const dir = join(await makeTempDir(), 'data')
  await mkdir(dir)
  return tryTmpfs(dir, 'size=6m') ? dir : null
}

slow('waits with saving while the disk is full, says so, and saves when there is room', async (context) => {
  const dataDir = await mountedDir()
  if (!dataDir) return context.skip(SKIPPED)
  const service = await openFaultyService()
  const noise = await sharp({
    create: {
      width: 700,
      height: 700,
      channels: 3,
      background: 'black',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()
  service.always('file', { name: '200', give: ({ response }) => void response.end(noise) })
  const app = await openTestAppAt(service.baseUrl, { dataDir })
  const ballast = await fillDisk(dataDir, 600_000)
  const { id } = await app.submitOne()
  await app.until(() => app.events.some(({ name }) => name === 'notice.raised'))
  const task = await app.task(id)
  expect(task).toMatchObject({ state: 'saving', error: { code: 'disk_full' } })
  expect((await app.ask('queue.state', {})).limits.holding).toMatchObject([{ kind: 'disk' }])
  await rm(ballast)
  await app.untilTask(id, 'saved')
  expect(app.events.filter(({ name }) => name.startsWith('notice.')).map(({ name }) => name)).toEqual([
    'notice.raised',
    'notice.cleared',
  ])
  expect(await app.ask('library.verify', {})).toEqual({ checked: 1, missing: 0, damaged: 0 })
  expect(service.generates()).toHaveLength(1)
})

slow('refuses to send what it cannot write down', async (context) => {
  const dataDir = await mountedDir()
  if (!dataDir) return context.skip(SKIPPED)
  const { service, app } = await openAtService({ dataDir })
  const ballast = await fillDisk(dataDir, 0)
  const prompt = 'x'.repeat(90_000)
  const request = { provider: 'p', mediaType: 'image', model: 'm', scene: 'text-to-image', prompt } as const
  expect(await app.failure('tasks.submit', { requests: [request] })).toMatchObject({ code: 'disk_full' })
  expect(service.ledger).toEqual([])
  await rm(ballast)
  const { tasks } = await app.ask('tasks.submit', { requests: [request] })
  await app.untilTask(tasks[0]?.id ?? '', 'saved')
})

slow(
  'stays alive while the disk is full, and sends a waiting task once there is room again',
  async (context) => {
    const dataDir = await mountedDir()
    if (!dataDir) return context.skip(SKIPPED)
    const { service, app } = await openAtService({ dataDir })
    await app.ask('settings.set', { queue: { concurrency: 1 } })
    const { tasks } = await app.ask('tasks.submit', { requests: Array.from({ length: 2 }, () => REQUEST) })
    const [first, second] = tasks.map(({ id }) => id)
    await app.untilTask(first ?? '', 'running')
    const ballast = await fillDisk(dataDir, 0)
    // Time in which the first is looked at and the second would be sent.
    for (let turn = 0; turn < 40; turn++) {
      await (await fetch(`${service.baseUrl}/ai/models`)).text()
      app.clock.advance(500)
    }
    await rm(ballast)
    await app.untilTask(first ?? '', 'saved')
    await app.untilTask(second ?? '', 'saved')
    expect(service.generates()).toHaveLength(2)
  },
)

slow('keeps an accepted id when the disk fills up while the request is under way', async (context) => {
  const dataDir = await mountedDir()
  if (!dataDir) return context.skip(SKIPPED)
  const { service, app } = await openAtService({ dataDir })
  const gate = Promise.withResolvers<void>()
  const message = 'y'.repeat(200_000)
  service.script('generate', {
    name: '200',
    give: async ({ response, readBody, makeTask }) => {
      await readBody()
      await gate.promise
      response.end(JSON.stringify({ code: 0, message, data: { taskId: makeTask() } }))
    },
  })
  const { id } = await app.submitOne()
  await app.until(() => service.generates().length === 1)
  const ballast = await fillDisk(dataDir, 0)
  gate.resolve()
  await app
    .until(() => app.logLines.length > 0 || service.polls().length > 0, { patienceMs: 3_000 })
    .catch(() => null)
  await rm(ballast)
  await app.until(async () => (await app.task(id)).state === 'saved')
  expect(service.generates()).toHaveLength(1)
})

test('does not ask the service without pause while the disk is full', async (context) => {
  const dataDir = await mountedDir()
  if (!dataDir) return context.skip(SKIPPED)
  const service = await openFaultyService()
  const body = JSON.stringify({ code: 0, message: 'z'.repeat(300_000), data: { status: 'PROCESSING' } })
  service.always('task', { name: 'long', give: ({ response }) => void response.end(body) })
  const app = await openTestAppAt(service.baseUrl, { dataDir })
  const { id } = await app.submitOne()
  await app.untilTask(id, 'running')
  const ballast = await fillDisk(dataDir, 0)
  await app.until(() => app.logLines.length > 0 || service.polls().length > 3)
  // The clock stands still from here on: nothing more is due, however long it takes to ask for something else.
  const polls = service.polls().length
  for (let turn = 0; turn < 40; turn++) await (await fetch(`${service.baseUrl}/ai/models`)).text()
  const more = service.polls().length - polls
  await rm(ballast)
  expect(more).toBeLessThanOrEqual(2)
})
