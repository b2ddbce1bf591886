/** One task's life on a disk that refuses a write, a sync or a rename of its result for a while. */
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startCore, type DrivenCore } from './core-driver.ts'
import { REQUEST } from './core-options.ts'
import { logIn, SPEED } from './crash-points.ts'
import { findDamage } from './data-check.ts'
import { rangedFile } from './downloads.ts'
import { heldBack } from './faulty-responses.ts'
import { startFaultyService } from './faulty-service.ts'
import { noiseImage, sha256 } from './hostile-content.ts'
import { attachToPool, type CrashPoint, pointsIn, TRACEABLE } from './strace.ts'
import { until } from './until.ts'

/** A disk that is full, that fails, and that is read-only. */
export const DISK_ERRORS = ['ENOSPC', 'EIO', 'EROFS'] as const

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

/** Every write, sync and rename of an undisturbed life's files. `dir` is a folder to work in. */
export async function listDiskPoints(dir: string): Promise<readonly CrashPoint[]> {
  const folder = join(dir, 'undisturbed')
  const { wrongs } = await live(folder, null)
  if (wrongs.length > 0) throw new Error(`An undisturbed life went wrong: ${wrongs.join('; ')}`)
  return pointsIn(logIn(folder), 'pool')
}

/** Lives while the disk refuses `point` and the call after it with its `error`. */
export async function failAt(dir: string, point: CrashPoint): Promise<DiskEnding> {
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
