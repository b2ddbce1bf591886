import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createSystemClock } from '#adapters/node/system-clock.ts'
import { spawnNodeService } from '#hosts/local-service/spawn-node-service.ts'
import { superviseLocalService } from '#hosts/local-service/supervisor.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'

const MAIN = join(import.meta.dirname, '../../../electron/local-service/main.ts')

interface Place {
  readonly baseUrl: string
  readonly apiKey: string
}

test('a service that is killed comes back with its key and its tasks, and its tasks end well', async () => {
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
