import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, onTestFinished } from 'vitest'
import {
  type ServiceProcess,
  superviseLocalService,
  spawnNodeService,
} from '#hosts/local-service/supervisor.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { createSystemClock } from '#adapters/node/system-clock.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'

interface FakeProcess extends ServiceProcess {
  print(line: string): void
  end(reason: string): void
  stops: number
}

function createProcess(): FakeProcess {
  const lines = new Set<(line: string) => void>()
  const exits = new Set<(reason: string) => void>()
  const process: FakeProcess = {
    stops: 0,
    onLine: (listener) => void lines.add(listener),
    onExit: (listener) => void exits.add(listener),
    stop: () => void (process.stops += 1),
    print: (line) => lines.forEach((listener) => listener(line)),
    end: (reason) => exits.forEach((listener) => listener(reason)),
  }
  return process
}

function setUp() {
  const clock = createManualClock()
  const processes: FakeProcess[] = []
  const told: unknown[] = []
  const logged: string[] = []
  const supervisor = superviseLocalService({
    app: { setLocalService: (at) => told.push(at) },
    dataDir: '/data',
    spawn: () => {
      const process = createProcess()
      processes.push(process)
      return process
    },
    clock,
    random: () => 1,
    log: (line) => logged.push(line),
  })
  const latest = () => processes.at(-1) ?? createProcess()
  return { clock, processes, told, logged, supervisor, latest }
}

const ready = (more: object = {}) =>
  JSON.stringify({ ready: true, baseUrl: 'http://127.0.0.1:4000', apiKey: 'canary-key', ...more })

test('tells the application where the service is, and never logs its key', () => {
  const { latest, told, logged } = setUp()
  latest().print(ready({ more: 'fields' }))
  latest().print(ready({ baseUrl: 'http://127.0.0.1:5000' }))
  latest().end('exit code 1')
  expect(told).toEqual(['starting', { baseUrl: 'http://127.0.0.1:4000', apiKey: 'canary-key' }, null])
  expect(logged.join()).not.toContain('canary')
})

test.each([
  'hello',
  '{"ready":false}',
  '[]',
  ready({ baseUrl: 'http://evil.example/' }),
  ready({ baseUrl: 'http://127.0.0.1.evil.example:80' }),
  ready({ baseUrl: 'http://127.0.0.1:80@evil.example' }),
  ready({ apiKey: '' }),
  ready({ apiKey: 7 }),
])('stops a service that says %s', (line) => {
  const { latest, told } = setUp()
  latest().print(line)
  expect([latest().stops, told]).toEqual([1, ['starting']])
})

test('starts a fallen service again, each time later, up to a minute', () => {
  const { clock, processes, latest } = setUp()
  const waits: number[] = []
  for (let round = 0; round < 9; round += 1) {
    const before = processes.length
    latest().end('exit code 1')
    let waited = 0
    while (processes.length === before) {
      clock.advance(500)
      waited += 500
    }
    waits.push(waited)
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000])
})

test('begins again with the shortest wait after a run without trouble', () => {
  const { clock, processes, latest } = setUp()
  latest().end('exit code 1')
  clock.advance(1_000)
  latest().print(ready())
  clock.advance(60_000)
  latest().end('exit code 1')
  clock.advance(1_000)
  expect(processes).toHaveLength(3)
})

test('stops a service that does not become ready in time', () => {
  const { clock, latest } = setUp()
  clock.advance(30_000)
  expect(latest().stops).toBe(1)
})

test('stops the service for good, and leaves no wait behind', async () => {
  const { clock, processes, supervisor, latest } = setUp()
  latest().print(ready())
  const closed = supervisor.close()
  latest().end('SIGTERM')
  await closed
  clock.advance(1_000_000)
  expect([processes.length, latest().stops, clock.waits]).toEqual([1, 1, 0])
})

test('closes while it waits to start again', async () => {
  const { clock, processes, supervisor, latest } = setUp()
  latest().end('exit code 1')
  await supervisor.close()
  clock.advance(1_000_000)
  expect(processes).toHaveLength(1)
})

test('does not wait for ever for a service that will not end', async () => {
  const { clock, supervisor } = setUp()
  const closed = supervisor.close()
  clock.advance(3_000)
  await expect(closed).resolves.toBeUndefined()
})

const MAIN = join(import.meta.dirname, '../../../electron/local-service/main.ts')

interface Place {
  readonly baseUrl: string
  readonly apiKey: string
}

slow('a service that is killed comes back with its key and its tasks, and its tasks end well', async () => {
  const dataDir = await makeTempDir()
  const entry = join(dataDir, 'entry.mjs')
  const pidFile = join(dataDir, 'pid')
  await writeFile(
    entry,
    `import { writeFileSync } from 'node:fs'
     writeFileSync(${JSON.stringify(pidFile)}, String(process.pid))
     await import(${JSON.stringify(pathToFileURL(MAIN).href)})`,
  )
  const places: (Place | null)[] = []
  const supervisor = superviseLocalService({
    app: { setLocalService: (place) => void (place !== 'starting' && places.push(place)) },
    dataDir,
    spawn: (folder) => spawnNodeService(entry, folder),
    clock: createSystemClock(),
    random: Math.random,
    log: () => undefined,
  })
  onTestFinished(() => supervisor.close())
  const first = await until(() => places[0], { what: 'the first address' })
  const id = await submit(first)

  process.kill(Number(await readFile(pidFile, 'utf8')), 'SIGKILL')
  await until(() => places.length === 3, { what: 'the second address' })
  const [, gone, second] = places
  expect([gone, second?.apiKey]).toEqual([null, first.apiKey])
  expect(await until(() => endOf(second ?? first, id), { what: 'the end of the task' })).toBe('SUCCESS')
})

async function submit(place: Place): Promise<string> {
  const response = await ask(place, '/api/v1/generate', {
    method: 'POST',
    body: JSON.stringify({
      provider: 'sample',
      mediaType: 'image',
      model: 'geometric-poster',
      scene: 'text-to-image',
      prompt: 'a lighthouse',
      options: { resolution: '64x64' },
    }),
  })
  return ((await response.json()) as { data: { taskId: string } }).data.taskId
}

async function endOf(place: Place, id: string): Promise<string | null> {
  const { data } = (await (await ask(place, `/api/v1/task/${id}`)).json()) as { data: { status: string } }
  return ['PENDING', 'PROCESSING'].includes(data.status) ? null : data.status
}

function ask({ baseUrl, apiKey }: Place, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }
  return fetch(baseUrl + path, { ...init, headers })
}

const KEYS = ['ATELIER_API_KEY', 'OPENAI_API_KEY', 'ATELIER_AGENT_TOKEN', 'NODE_OPTIONS']

async function start(script: string) {
  const folder = await makeTempDir()
  const entry = join(folder, 'service.mjs')
  await writeFile(entry, script)
  for (const name of KEYS) process.env[name] = 'canary'
  const service = spawnNodeService(entry, '/data')
  for (const name of KEYS) delete process.env[name]
  onTestFinished(() => service.stop())
  const line = new Promise<string>((resolve) => service.onLine(resolve))
  const ended = new Promise<string>((resolve) => service.onExit(resolve))
  return { service, line, ended }
}

test('runs the entry with its arguments, without our keys, and ends it', async () => {
  const { service, line, ended } = await start(
    'console.log(JSON.stringify([process.argv.slice(2), Object.entries(process.env).filter(([, value]) => value === "canary")])); process.stdin.resume()',
  )
  expect(JSON.parse(await line)).toEqual([['--port', '0', '--data-dir', '/data', '--exit-with-parent'], []])
  service.stop()
  expect(await ended).toBe('SIGTERM')
})

test('keeps standard input open until it is stopped', async () => {
  const { service, line, ended } = await start(
    `process.on('SIGTERM', () => {}); process.stdin.on('end', () => process.exit(7)).resume(); console.log('up')`,
  )
  await line
  service.stop()
  expect(await ended).toBe('exit code 7')
})

test('says how the process ended', async () => {
  expect(await (await start('process.exit(3)')).ended).toBe('exit code 3')
})
