/**
 * One task's whole life in a process of its own, from the start to saved and closed, ended at a chosen system call; and the
 * list of all those calls.
 */
import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startCore, type DrivenCore } from './core-driver.ts'
import { endWell, type Ending, type Press } from './end-well.ts'
import { startFaultyService } from './faulty-service.ts'
import { REQUEST } from './core-options.ts'
import { attachToPool, TRACEABLE, pointsIn, straceCommand, type CrashPoint } from './strace.ts'
import { until } from './until.ts'

/** Of the clock of every core under strace. */
export const SPEED = 20

/** The list of the calls of the life that works in `dir`. */
export function logIn(dir: string): string {
  return join(dir, 'calls.log')
}

/** Every call of an undisturbed life. `dir` is a folder to work in. */
export async function listCrashPoints(dir: string): Promise<readonly CrashPoint[]> {
  const points: CrashPoint[] = []
  for (const thread of ['main', 'pool'] as const) {
    const folder = join(dir, `undisturbed-${thread}`)
    const { wrongs } = await liveUntil(folder, thread, null)
    if (wrongs.length > 0) throw new Error(`An undisturbed life went wrong: ${wrongs.join('; ')}`)
    points.push(...(await pointsIn(logIn(folder), thread)))
  }
  return points
}

/** Lives until the point, is killed there, and is taken up again. */
export async function crashAt(dir: string, point: CrashPoint): Promise<Ending> {
  return liveUntil(join(dir, `${point.thread}-${point.call}-${point.nth}`), point.thread, point)
}

async function liveUntil(
  dir: string,
  thread: CrashPoint['thread'],
  point: CrashPoint | null,
): Promise<Ending> {
  const originMs = Date.now()
  const dataDir = join(dir, 'data')
  await mkdir(dir, { recursive: true })
  const service = await startFaultyService()
  service.tasks.life = ['SUCCESS']
  const press: Press = { pressId: randomUUID(), requests: [REQUEST] }
  const under = thread === 'main' ? straceCommand(logIn(dir), point) : []
  const core = startCore({ dataDir, speed: SPEED, originMs, under, env: TRACEABLE })
  try {
    if (await core.ready) {
      if (thread === 'pool') await attachToPool(core.pid, logIn(dir), point)
      await live(core, service.baseUrl, press)
      await core.close()
    }
    await core.gone
    return await endWell({ dataDir, service, presses: [press], speed: SPEED, originMs })
  } finally {
    await core.kill()
    await service.close()
  }
}

async function live(core: DrivenCore, baseUrl: string, { pressId, requests }: Press): Promise<void> {
  await core.setLocalService(baseUrl)
  await core.call('tasks.submit', { pressId, requests: [...requests] })
  await until(() => core.ended || core.settled.size > 0, { what: 'the task to come to rest' })
}
