/**
 * A process that is killed at a random moment, again and again on one data directory, with new work every time; and then
 * everything that was ever submitted, led to its end.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { GenerateRequest } from '#contract/tasks.ts'
import { isOpen } from '#contract/rules/task-states.ts'
import { startCore } from './core-driver.ts'
import { findDamage } from './data-check.ts'
import { endWell, type Ending, type Press } from './end-well.ts'
import { delayed, accept } from './faulty-responses.ts'
import { seededRandom } from './seeded-random.ts'
import { startFaultyService } from './faulty-service.ts'
import { until } from './until.ts'

const SPEED = 20
const TASKS_A_ROUND = 2
/** A kill may hit the start of the process as well as the work. */
const START_WITHIN_MS = 400
const REQUESTS_A_ROUND = 9

export interface RandomKillsOptions {
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
    provider: 'stand-in',
    mediaType: 'image',
    model: 'sample',
    scene: 'text-to-image',
    prompt: `fox ${round}.${number}`,
  }))
}
