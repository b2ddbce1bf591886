/** The process is killed at the worst moments; the next one finds everything as it must be and pays for nothing twice. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { delayed, accept, hang } from '#test/stand-ins/faulty-responses.ts'
import { createMemorySettings } from '#test/stand-ins/memory-ports.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { until } from '#test/stand-ins/until.ts'

interface Host {
  readonly child: ChildProcess
  readonly lines: readonly string[]
  kill(): Promise<void>
}

function startHost(dataDir: string, baseUrl: string, submissions: number, name = 'fox'): Host {
  const script = join(import.meta.dirname, '../../stand-ins/core-host.ts')
  const child = spawn(process.execPath, [script, dataDir, baseUrl, String(submissions), name], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  onTestFinished(kill)
  return { child, lines, kill }
}

/** Opens the directory in this process and leads everything to its end. */
async function openAfterwards(dataDir: string, baseUrl: string) {
  const database = new DatabaseSync(join(dataDir, 'library.db'))
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  database.close()
  const app = await openTestApp({ dataDir, settings: createMemorySettings() })
  app.app.setLocalService({ baseUrl, apiKey: 'key-for-tests' })
  await app.until(async () => {
    const { counts } = await app.ask('queue.state', {})
    return counts.queued + counts.sending + counts.running + counts.saving === 0
  })
  return app
}

test('ends well after a kill before the request was sent', async () => {
  const dataDir = await makeTempDir()
  const service = await openFaultyService()
  const host = startHost(dataDir, '-', 1)
  await until(() => host.lines.some((line) => line.includes('"ready"')))
  await host.kill()
  const app = await openAfterwards(dataDir, service.baseUrl)
  expect((await app.ask('tasks.list', {})).items.map(({ state }) => state)).toEqual(['saved'])
  expect(service.generates()).toHaveLength(1)
})

test('finds the task unknown after a kill while its request was under way, and sends nothing again', async () => {
  const dataDir = await makeTempDir()
  const service = await openFaultyService()
  service.script('generate', hang)
  const host = startHost(dataDir, service.baseUrl, 1)
  await until(() => service.generates().length === 1)
  await host.kill()
  const app = await openAfterwards(dataDir, service.baseUrl)
  const { items } = await app.ask('tasks.list', {})
  expect(items).toMatchObject([{ state: 'unknown', error: { charged: 'maybe' } }])
  expect(service.generates()).toHaveLength(1)
  const remoteId = service.generates()[0]?.taskId ?? ''
  await app.ask('tasks.decide', { id: items[0]?.id ?? '', action: 'link', remoteId })
  await app.untilTask(items[0]?.id ?? '', 'saved')
  expect(service.generates()).toHaveLength(1)
})

test('ends well after a kill while a task runs', async () => {
  const dataDir = await makeTempDir()
  const service = await openFaultyService()
  service.tasks.life = ['PENDING', 'PROCESSING', 'SUCCESS']
  const host = startHost(dataDir, service.baseUrl, 1)
  await until(() => service.polls().length === 1)
  await host.kill()
  const app = await openAfterwards(dataDir, service.baseUrl)
  expect((await app.ask('tasks.list', {})).items).toMatchObject([{ state: 'saved' }])
  expect(service.generates()).toHaveLength(1)
})

test('ends well after a kill while a result arrives', async () => {
  const dataDir = await makeTempDir()
  const service = await openFaultyService()
  service.tasks.life = ['SUCCESS']
  service.script('file', {
    name: 'half a file',
    give: ({ response }) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': 90_000 })
      response.write(Buffer.alloc(60_000))
    },
  })
  const host = startHost(dataDir, service.baseUrl, 1)
  await until(() => service.ledger.some(({ path }) => path.startsWith('/files/')))
  await host.kill()
  const app = await openAfterwards(dataDir, service.baseUrl)
  expect((await app.ask('tasks.list', {})).items).toMatchObject([{ state: 'saved' }])
  expect(await app.ask('library.verify', {})).toEqual({ checked: 1, missing: 0, damaged: 0 })
  expect(service.generates()).toHaveLength(1)
})

test(
  'ends well after kills at moments that the service chooses, batch after batch',
  { timeout: 60_000 },
  async () => {
    const dataDir = await makeTempDir()
    const service = await openFaultyService()
    service.tasks.life = ['SUCCESS']
    service.always('generate', delayed(5, accept))
    const submitted = 4
    for (const requests of [1, 3, 6, 9]) {
      const before = service.ledger.length
      const host = startHost(dataDir, service.baseUrl, submitted, `batch ${requests}`)
      await until(() => service.ledger.length >= before + requests)
      await host.kill()
    }
    const app = await openAfterwards(dataDir, service.baseUrl)
    const { items } = await app.ask('tasks.list', {})
    expect(items).toHaveLength(4 * submitted)
    const requests = Map.groupBy(service.generates(), ({ body }) => JSON.stringify(body))
    expect([...requests.values()].every((same) => same.length === 1)).toBe(true)
    for (const task of items) {
      const sent = requests.has(JSON.stringify(task.request))
      // Killed between the commit and the request: nobody can know, so the user is asked.
      expect(task.state).toBeOneOf(sent ? ['saved', 'unknown'] : ['unknown'])
      expect(task.assetIds).toHaveLength(task.state === 'saved' ? 1 : 0)
    }
    expect(await app.ask('library.verify', {})).toMatchObject({ missing: 0, damaged: 0 })
  },
)
