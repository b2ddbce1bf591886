/**
 * After a crash: opens the data directory again, does what a user would do, and says everything that is not as it must be.
 *
 * The user presses the same buttons once more (under the same press: nothing is sent twice), and decides each task of which
 * nobody can know whether it was accepted by looking at the service's own list: link what is there, send what is not.
 */
import type { App } from '#core/app.ts'
import { openApp } from '#core/open-app.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { askCore, coreOptions } from './core-options.ts'
import { findDamage, readInterrupted, readTasks } from './data-check.ts'
import { promptOf } from './fault-ledger.ts'
import type { FaultyService } from './faulty-service.ts'
import { createQuickClock } from './manual-clock.ts'
import { until } from './until.ts'

export interface Press {
  readonly pressId: string
  readonly requests: readonly GenerateRequest[]
}

export interface Crashed {
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

export async function endWell(crashed: Crashed): Promise<Ending> {
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
  if (!opened.ok) throw new Error(`The directory does not open again: ${opened.error.message}`)
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
