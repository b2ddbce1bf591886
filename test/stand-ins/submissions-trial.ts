/**
 * Many submissions through the real core in a process of its own, under every fault and under kills at random moments, and
 * then the service's ledger against the database.
 *
 * The service lives in this process, so that its ledger outlives every kill. After each kill the core is started at once and
 * everything is submitted again under the same press of the button, as a page does that never saw the answer.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { QueueState } from '#contract/queue.ts'
import type { TaskState } from '#contract/rules/task-states.ts'
import { startCore, type DrivenCore } from './core-driver.ts'
import { REQUEST } from './core-options.ts'
import { findDamage, readInterrupted, readTasks, type KeptTask } from './data-check.ts'
import { compareLedger, promptOf, type Comparison, type Submission } from './faults.ts'
import { seededRandom } from './seeded-random.ts'
import { openFaultyWorld, type FaultyWorld, type Endpoint } from './faulty-world.ts'
import { until } from './until.ts'

export interface TrialOptions {
  readonly dataDir: string
  readonly count: number
  readonly kills: number
  readonly seed: number
  /** How many times as fast as the system's the core's clock runs. */
  readonly speed: number
  readonly patienceMs: number
}

export interface TrialFigures extends Comparison {
  readonly kills: number
  /** Tasks that a kill found under way; each was `unknown` by the time the next process was ready. */
  readonly interrupted: number
  /** Unknown tasks that the service had made all the same: found by their id afterwards, and saved. */
  readonly linked: number
  readonly posts: number
  readonly seconds: number
}

const OPEN_LANES = 6
/** An endpoint with a limit takes its time: it gets this many submissions. */
const PER_LIMITED_ENDPOINT = 16
const AT_ONCE = 24
/** A kill comes up to this long after the request that calls it. */
const KILL_WITHIN_MS = 60
const ASK_EVERY_MS = 60
/** Of the machine's time, which others take too. */
const LINK_PATIENCE_MS = 120_000
/** Where a task may end that the service made and that is known to have been made. */
const ENDS: ReadonlySet<TaskState> = new Set(['saved', 'failed', 'unsaved'])

export async function runTrial(options: TrialOptions): Promise<TrialFigures> {
  const begunAt = performance.now()
  const random = seededRandom(options.seed)
  const world = await openFaultyWorld(random, OPEN_LANES, options.speed)
  const run = createRun(world, options)
  try {
    let core = await run.start()
    let interrupted = 0
    for (let kill = 1; kill <= options.kills; kill++) {
      const target = Math.floor((options.count * (kill - 1 + random())) / (options.kills + 1))
      await run.untilReceived(target)
      await pause(random() * KILL_WITHIN_MS)
      await core.kill()
      if (kill === options.kills) world.endless = false
      const underWay = await readInterrupted(options.dataDir)
      interrupted += underWay.length
      core = await run.start(underWay)
    }
    await run.untilSettled(core)
    await core.close()
    const outcome = compareLedger(
      run.submissions,
      readTasks(options.dataDir),
      world.service.generates(),
      world.faults,
    )
    const isRight = outcome.duplicates + outcome.losses + outcome.wrongs.length + run.wrongs().length === 0
    // What is wrong already is only blurred by what follows.
    const linked = isRight ? await run.decide() : 0
    const damage = await findDamage(options.dataDir)
    return {
      ...outcome,
      wrongs: [...outcome.wrongs, ...run.wrongs(), ...damage],
      kills: options.kills,
      interrupted,
      linked,
      posts: world.service.generates().length,
      seconds: (performance.now() - begunAt) / 1_000,
    }
  } finally {
    await run.kill()
    await world.close()
  }
}

/** The run as seen from outside: the core of the moment, and what was submitted to it. */
function createRun(world: FaultyWorld, { dataDir, count, speed, patienceMs }: TrialOptions) {
  const originMs = Date.now()
  const submissions: Submission[] = []
  const wrongs: string[] = []
  const presses = pressesFor(world.endpoints, count)
  let core: DrivenCore | null = null

  /** Makes the profiles that are not there yet, and presses every button once more; ends early when the core does. */
  const press = async (into: DrivenCore): Promise<void> => {
    await into.call('settings.set', { queue: { concurrency: AT_ONCE } })
    const known = (await into.call('profiles.list', {}))?.items ?? []
    for (const { endpoint, pressId, prompts } of presses) {
      const { name, baseUrl } = endpoint
      const profile =
        known.find((other) => other.name === name) ?? (await into.call('profiles.create', { name, baseUrl }))
      if (!profile) return
      if (!submissions.some(({ profileId }) => profileId === profile.id)) {
        submissions.push(...prompts.map((prompt) => submissionOf(endpoint, profile.id, prompt)))
      }
      const requests = prompts.map((prompt) => ({ ...REQUEST, prompt }))
      if (!(await into.call('tasks.submit', { profileId: profile.id, requests, pressId }))) return
    }
  }
  const start = async (underWay: readonly KeptTask[] = []): Promise<DrivenCore> => {
    const started = startCore({ dataDir, speed, originMs })
    core = started
    if (!(await started.ready)) throw new Error('The core ended before it was ready.')
    for (const { id, prompt } of underWay) {
      const task = await started.call('tasks.get', { id })
      if (task?.state !== 'unknown') wrongs.push(`"${prompt}" was sending and came back ${task?.state}`)
    }
    await press(started)
    return started
  }
  const untilSettled = async (settling: DrivenCore): Promise<void> => {
    const wrong = await waitUntilSettled(settling, patienceMs)
    if (wrong !== null) wrongs.push(wrong)
  }
  return {
    submissions,
    start,
    untilSettled,
    wrongs: () => [
      ...wrongs,
      ...(world.redirected() > 0 ? [`${world.redirected()} requests followed a redirect`] : []),
      ...(world.reused() > 0 ? [`${world.reused()} requests came over a used connection`] : []),
    ],
    kill: async () => {
      await core?.kill()
    },
    untilReceived: (number: number) =>
      until(() => world.received >= number, { what: `${number} requests`, patienceMs }),
    /** Does what a user does who looks at the service's own list: links each unknown task to what is there. */
    decide: async (): Promise<number> => {
      const made = madeTasks(world)
      const open = readTasks(dataDir).filter(({ state }) => state === 'unknown')
      const deciding = await start()
      let linked = 0
      for (const { id, prompt } of open) {
        const remoteId = made.get(prompt)
        if (remoteId === undefined) await deciding.call('tasks.decide', { id, action: 'discard' })
        else {
          // The service answers badly now and then here too; the user tries again.
          const link = () =>
            deciding.call('tasks.decide', { id, action: 'link', remoteId }).catch(() => false)
          const done = await until(link, { patienceMs: LINK_PATIENCE_MS }).catch(() => null)
          if (!done) wrongs.push(`"${prompt}" could not be linked to ${remoteId}`)
          linked++
        }
      }
      await untilSettled(deciding)
      await deciding.close()
      for (const { prompt, state, error } of readTasks(dataDir)) {
        if (made.has(prompt) && !ENDS.has(state))
          wrongs.push(`"${prompt}" was made and is ${state} (${error})`)
      }
      return linked
    },
  }
}

function pressesFor(endpoints: readonly Endpoint[], count: number) {
  const limited = endpoints.filter(({ limit }) => limit !== null)
  const open = endpoints.filter(({ limit }) => limit === null)
  const perLimited = Math.min(PER_LIMITED_ENDPOINT, Math.floor(count / endpoints.length))
  const left = count - perLimited * limited.length
  const numberIn = (endpoint: Endpoint): number => {
    if (endpoint.limit) return perLimited
    return Math.floor(left / open.length) + (open.indexOf(endpoint) < left % open.length ? 1 : 0)
  }
  return endpoints.map((endpoint) => ({
    endpoint,
    pressId: randomUUID(),
    prompts: Array.from({ length: numberIn(endpoint) }, (_, number) => `${endpoint.name} ${number}`),
  }))
}

function submissionOf({ name, proxied, limit }: Endpoint, profileId: string, prompt: string): Submission {
  return { prompt, profileId, proxied, endpoint: name, limitedByDay: limit === 'day' }
}

/** What the service made, by prompt. */
function madeTasks({ service }: FaultyWorld): ReadonlyMap<string, string> {
  return new Map(
    service.generates().flatMap(({ body, taskId }) => {
      const prompt = promptOf(body)
      return taskId === undefined || prompt === '' ? [] : [[prompt, taskId] as const]
    }),
  )
}

/** What is wrong where it never settles, else null. */
async function waitUntilSettled(core: DrivenCore, patienceMs: number): Promise<string | null> {
  let last: QueueState | null = null
  const ask = async () => {
    await pause(ASK_EVERY_MS)
    last = await core.call('queue.state', {})
    return last !== null && isSettled(last)
  }
  try {
    await until(ask, { what: 'every task to settle', patienceMs })
    return null
  } catch {
    return `not settled: ${JSON.stringify(last)} ${core.logLines.slice(-3).join(' ')}`
  }
}

/** Nothing is under way any more, and what is queued waits for a day to end. */
function isSettled({ counts, limits }: QueueState): boolean {
  const held = limits.holding.filter(({ kind }) => kind === 'day')
  const waiting = held.reduce((sum, limit) => sum + limit.waiting, 0)
  return counts.sending + counts.running + counts.saving === 0 && counts.queued === waiting
}
