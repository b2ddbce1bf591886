/**
 * One task's whole life in a process of its own, from the start to saved and closed, ended at a chosen system call; and the
 * list of all those calls.
 */
import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '#core/app.ts'
import { openApp } from '#core/open-app.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { isOpen } from '#contract/rules/task-states.ts'
import { startCore, type DrivenCore } from './core-driver.ts'
import { askCore, coreOptions, REQUEST } from './core-options.ts'
import { promptOf } from './faults.ts'
import { startFaultyService, type FaultyService } from './faulty-service.ts'
import { createQuickClock } from './manual-clock.ts'
import { attachToPool, TRACEABLE, pointsIn, straceCommand, type CrashPoint } from './strace.ts'
import { until } from './until.ts'
import { findDamage, readInterrupted, readTasks } from './data-check.ts'
import { delayed, accept } from './faulty-responses.ts'
import { seededRandom } from './seeded-random.ts'

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

/**
 * A process that is killed at a random moment, again and again on one data directory, with new work every time; and then
 * everything that was ever submitted, led to its end.
 */
const TASKS_A_ROUND = 2
/** A kill may hit the start of the process as well as the work. */
const START_WITHIN_MS = 400
const REQUESTS_A_ROUND = 9

interface RandomKillsOptions {
  readonly dataDir: string
  readonly kills: number
  readonly seed: number
}

export async function killAtRandom({ dataDir, kills, seed }: RandomKillsOptions): Promise<Ending> {
  const random = seededRandom(seed)
  const originMs = Date.now()
  const service = await startFaultyService()
  service.always('generate', () => (random() < 0.5 ? accept : delayed(10, accept)))
  service.tasks.life = ['PENDING', 'SUCCESS']
  const presses: Press[] = []
  const damage: string[] = []
  try {
    for (let kill = 1; kill <= kills; kill++) {
      const press = { pressId: randomUUID(), requests: requestsOf(kill) }
      const core = startCore({ dataDir, speed: SPEED, originMs })
      try {
        const moment = Promise.withResolvers<void>()
        if (random() < 0.25) void pause(random() * START_WITHIN_MS).then(moment.resolve)
        let left = 1 + Math.floor(random() * REQUESTS_A_ROUND)
        service.onRequest = () => void (--left === 0 && moment.resolve())
        // The last press again, as a page does that never saw the answer.
        const pressed = [...presses.slice(-1), press]
        presses.push(press)
        const worked = (async () => {
          if (!(await core.ready)) return
          await core.setLocalService(service.baseUrl)
          for (const { pressId, requests } of pressed) {
            const taken = await core.call('tasks.submit', { pressId, requests: [...requests] })
            const open = (taken?.tasks ?? []).filter(({ state }) => isOpen(state))
            await until(() => core.ended || open.every(({ id }) => core.settled.has(id)))
          }
        })()
        await Promise.race([moment.promise, worked])
        await core.kill()
        await worked
      } finally {
        await core.kill()
      }
      damage.push(...(await findDamage(dataDir)).map((what) => `after kill ${kill}: ${what}`))
    }
    service.onRequest = null
    const ending = await endWell({ dataDir, service, presses, speed: SPEED, originMs })
    return { ...ending, wrongs: [...damage, ...ending.wrongs] }
  } finally {
    await service.close()
  }
}

function requestsOf(round: number): readonly GenerateRequest[] {
  return Array.from({ length: TASKS_A_ROUND }, (_, number) => ({
    ...REQUEST,
    prompt: `fox ${round}.${number}`,
  }))
}

interface Press {
  readonly pressId: string
  readonly requests: readonly GenerateRequest[]
}

interface Crashed {
  readonly dataDir: string
  readonly service: FaultyService
  readonly presses: readonly Press[]
  readonly speed: number
  readonly originMs: number
}

export interface Ending {
  readonly wrongs: readonly string[]
  /** Tasks that were unknown, and then linked or sent. */
  readonly decided: number
}

/**
 * After a crash: opens the data directory again, does what a user would do, and says everything that is not as it must be.
 *
 * The user presses the same buttons once more (under the same press: nothing is sent twice), and decides each task of which
 * nobody can know whether it was accepted by looking at the service's own list: link what is there, send what is not.
 */
async function endWell(crashed: Crashed): Promise<Ending> {
  const { dataDir, service, presses } = crashed
  const damage = await findDamage(dataDir)
  const interrupted = await readInterrupted(dataDir)
  const app = await open(crashed)
  const wrongs: string[] = []
  let decided = 0
  try {
    for (const { id } of interrupted) {
      const { state } = await askCore(app, 'tasks.get', { id })
      if (state !== 'unknown') wrongs.push(`a task that was sending came back ${state}`)
    }
    app.setLocalService({ baseUrl: service.baseUrl, apiKey: 'key-for-tests' })
    for (const { pressId, requests } of presses) {
      await askCore(app, 'tasks.submit', { pressId, requests: [...requests] })
    }
    await untilSettled(app)
    decided = await decideAll(app, dataDir, service)
    await untilSettled(app)
    const verified = await askCore(app, 'library.verify', {})
    if (verified.missing + verified.damaged > 0) wrongs.push(`library: ${JSON.stringify(verified)}`)
  } finally {
    await app.close()
  }
  const prompts = presses.flatMap(({ requests }) => requests.map(({ prompt = '' }) => prompt))
  return {
    wrongs: [...damage, ...wrongs, ...ledgerWrongs(crashed, prompts), ...(await findDamage(dataDir))],
    decided,
  }
}

async function open({ dataDir, speed, originMs }: Crashed): Promise<App> {
  const opened = await openApp(
    coreOptions(dataDir, { clock: createQuickClock(speed, originMs), random: () => 0.1 }),
  )
  if (!opened.ok) throw new Error(`The directory does not open again: ${opened.error.id}`)
  return opened.data
}

async function untilSettled(app: App): Promise<void> {
  const settled = async () => {
    const { counts } = await askCore(app, 'queue.state', {})
    return counts.queued + counts.sending + counts.running + counts.saving === 0
  }
  await until(settled, { what: 'every task to settle' })
}

/** What the service has is linked, what it does not have is sent. */
async function decideAll(app: App, dataDir: string, service: FaultyService): Promise<number> {
  const made = new Map(service.generates().map(({ body, taskId }) => [promptOf(body), taskId]))
  const open = readTasks(dataDir).filter(({ state }) => state === 'unknown')
  for (const { id, prompt } of open) {
    const remoteId = made.get(prompt)
    if (remoteId === undefined) await askCore(app, 'tasks.decide', { id, action: 'resend' })
    else await askCore(app, 'tasks.decide', { id, action: 'link', remoteId })
  }
  return open.length
}

/** Every prompt: one task, saved, and one request that the service took. */
function ledgerWrongs({ dataDir, service }: Crashed, prompts: readonly string[]): readonly string[] {
  const tasks = Map.groupBy(readTasks(dataDir), ({ prompt }) => prompt)
  const taken = service.generates().filter(({ taskId }) => taskId !== undefined)
  const requests = Map.groupBy(taken, ({ body }) => promptOf(body))
  return prompts.flatMap((prompt) => {
    const states = (tasks.get(prompt) ?? []).map(({ state }) => state).join()
    const number = requests.get(prompt)?.length ?? 0
    return states === 'saved' && number === 1
      ? []
      : [`"${prompt}" is ${states || 'nowhere'}, sent ${number} times`]
  })
}
