/**
 * One task's life, ended at its writes, syncs, renames and sends, and with a disk that refuses some of them: what is on disk is valid,
 * the service was asked once, and the task ends well.
 *
 * A sample of the points; `npm run bench -- submissions-kills` takes every one.
 *
 * @slow Eight calls that write files and four of the database's, instead of one each; seven refusals instead of two.
 */
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { crashAt, listCrashPoints, logIn, SPEED } from '#test/stand-ins/crash-points.ts'
import { scaled } from '#test/stand-ins/scale.ts'
import { whyNoStrace, type CrashPoint, attachToPool, pointsIn, TRACEABLE } from '#test/stand-ins/strace.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { startCore, type DrivenCore } from '#test/stand-ins/core-driver.ts'
import { findDamage } from '#test/stand-ins/data-check.ts'
import { heldBack } from '#test/stand-ins/faulty-responses.ts'
import { startFaultyService } from '#test/stand-ins/faulty-service.ts'
import { noiseImage, sha256 } from '#test/stand-ins/hostile-content.ts'
import { rangedFile } from '#test/stand-ins/downloads.ts'
import { REQUEST } from '#test/stand-ins/core-options.ts'
import { until } from '#test/stand-ins/until.ts'

const ERRORS = ['ENOSPC', 'EIO', 'EROFS'] as const
/** The last calls publish the file and describe it; before them it is written, synced and noted, again and again. */
const LAST = 10
const skipped = whyNoStrace()
if (skipped) console.log(skipped)

test.skipIf(skipped !== null)(
  'ends well whichever write, sync, rename or send the process dies at',
  { timeout: 900_000 },
  async () => {
    const dir = await makeTempDir()
    const points = await listCrashPoints(dir)
    // The database, the request, and the file with its sidecar all leave their marks.
    const kinds = new Set(points.map(({ thread, call }) => `${thread} ${call}`))
    expect([...kinds]).toEqual(
      expect.arrayContaining(['main pwrite64', 'main writev', 'pool write', 'pool fsync', 'pool rename']),
    )
    // Behind the sync comes one write alone: the mark that counts the commit.
    expect(callsBeforeRequest(points).slice(-2)).toEqual(['fsync', 'pwrite64'])
    const of = (wanted: CrashPoint['thread']) => points.filter(({ thread }) => thread === wanted)
    const wrongs: string[] = []
    for (const point of [...spread(of('main'), scaled(1, 4)), ...spread(of('pool'), scaled(1, 8))]) {
      const ending = await crashAt(dir, point)
      wrongs.push(...ending.wrongs.map((what) => `${point.thread} ${point.call} ${point.nth}: ${what}`))
    }
    expect(wrongs).toEqual([])
  },
)

test.skipIf(skipped !== null)(
  'lives on, says so, and saves whichever write, sync or rename the disk refuses for a while',
  { timeout: 900_000 },
  async () => {
    const dir = await makeTempDir()
    const points = await listDiskPoints(dir)
    const kinds = new Set(points.map(({ call }) => call))
    expect([...kinds]).toEqual(expect.arrayContaining(['pwritev', 'write', 'fsync', 'fdatasync', 'rename']))
    const chosen = [
      ...spread(points.slice(0, -LAST), scaled(1, 3)),
      ...spread(points.slice(-LAST), scaled(1, 4)),
    ]
    const wrongs: string[] = []
    let refused = 0
    for (const [index, point] of chosen.entries()) {
      const error = ERRORS[index % ERRORS.length] ?? 'EIO'
      const ending = await failAt(dir, { ...point, error })
      const name = `${point.call} ${point.nth} ${error}`
      wrongs.push(...ending.wrongs.map((what) => `${name}: ${what}`))
      if (ending.refusals === 0) continue
      refused++
      if (!ending.wasTold) wrongs.push(`${name}: nobody was told`)
    }
    expect(wrongs).toEqual([])
    expect(refused).toBeGreaterThan(chosen.length / 3)
  },
)

/** What the disk was asked for before the one request left, in order. */
function callsBeforeRequest(points: readonly CrashPoint[]): readonly string[] {
  const calls = points.filter(({ thread }) => thread === 'main').map(({ call }) => call)
  return calls
    .slice(0, calls.indexOf('writev'))
    .filter((call) => ['pwrite64', 'fsync', 'fdatasync'].includes(call))
    .map((call) => call.replace('fdatasync', 'fsync'))
}

function spread(points: readonly CrashPoint[], count: number): readonly CrashPoint[] {
  const step = Math.ceil(points.length / count)
  // From the midst of each part: the first call of all is seldom the one that matters.
  return points.filter((_, index) => index % step === Math.floor(step / 2))
}

/** Large enough that it is written in several batches, with syncs between, and noted in a state. */
const BYTES = noiseImage(1, 3_000_000)

/** What came of a life on a disk that refuses. */
interface DiskEnding {
  /** A sentence each. */
  readonly wrongs: readonly string[]
  readonly refusals: number
  /** Whether the user was told. */
  readonly wasTold: boolean
}

/** Every write, sync and rename of an undisturbed life. `dir` is a folder to work in. */
async function listDiskPoints(dir: string): Promise<readonly CrashPoint[]> {
  const folder = join(dir, 'undisturbed')
  const { wrongs } = await live(folder, null)
  if (wrongs.length > 0) throw new Error(`An undisturbed life went wrong: ${wrongs.join('; ')}`)
  return pointsIn(logIn(folder), 'pool')
}

async function failAt(dir: string, point: CrashPoint): Promise<DiskEnding> {
  return live(join(dir, `${point.call}-${point.nth}-${point.error ?? ''}`), point)
}

async function live(dir: string, point: CrashPoint | null): Promise<DiskEnding> {
  const dataDir = join(dir, 'data')
  await mkdir(dir, { recursive: true })
  const gate = Promise.withResolvers<void>()
  const service = await startFaultyService()
  service.tasks.life = ['SUCCESS']
  service.always('file', heldBack(gate.promise, rangedFile({ bytes: BYTES, etag: '"one"' })))
  const core = startCore({ dataDir, speed: SPEED, originMs: Date.now(), env: TRACEABLE })
  try {
    if (!(await core.ready)) return { wrongs: ['it did not start'], refusals: 0, wasTold: false }
    await core.setLocalService(service.baseUrl)
    const submitted = await core.call('tasks.submit', { requests: [REQUEST] })
    const id = submitted?.tasks[0]?.id ?? ''
    await until(() => service.ledger.some(({ path }) => path.startsWith('/files/')))
    await attachToPool(core.pid, logIn(dir), point, touchedPaths(dataDir, id, core.pid))
    gate.resolve()
    const { wrongs, wasTold } = await watch(core, id)
    if (service.generates().length !== 1) wrongs.push('it was sent more than once')
    await core.close()
    const refusals = (await readFile(logIn(dir), 'utf8')).split('INJECTED').length - 1
    return { wrongs: [...wrongs, ...(await findDamage(dataDir))], refusals, wasTold }
  } finally {
    gate.resolve()
    await core.kill()
    await service.close()
  }
}

/** Every file and folder that saving the result writes, renames or syncs. */
function touchedPaths(dataDir: string, taskId: string, pid: number): readonly string[] {
  const media = join(dataDir, 'media')
  const part = join(media, '.incoming', `${taskId}-0.part`)
  const hash = sha256(BYTES)
  const folder = join(media, hash.slice(0, 2))
  const sidecar = join(folder, `${hash}.json`)
  const final = join(folder, `${hash}.png`)
  return [part, `${part}.json`, `${part}.json.tmp`, media, folder, final, sidecar, `${sidecar}.${pid}.tmp`]
}

async function watch(core: DrivenCore, id: string): Promise<{ wrongs: string[]; wasTold: boolean }> {
  let wasTold = false
  try {
    await until(
      async () => {
        wasTold ||= ((await core.call('notices.list', {}))?.items.length ?? 0) > 0
        return core.ended || core.settled.has(id)
      },
      { what: 'the task to come to rest' },
    )
  } catch (error) {
    return { wrongs: [String(error)], wasTold }
  }
  if (core.ended) return { wrongs: ['it ended'], wasTold }
  const task = await core.call('tasks.get', { id })
  const notices = await core.call('notices.list', {})
  const wrongs = [
    ...(task?.state === 'saved' ? [] : [`its task is ${task?.state}: ${task?.error?.message}`]),
    ...(notices?.items.length === 0 ? [] : ['the notice stays']),
    ...core.logLines.map((line) => `it logged: ${line}`),
  ]
  return { wrongs, wasTold }
}
