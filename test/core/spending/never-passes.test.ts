/**
 * Random sequences of what agents, the user, the service and the computer can do: what is reserved and spent never passes a cap or a
 * budget, and once every outcome is known the ledger is the service's own count.
 *
 * @slow Six sequences instead of one.
 */
import * as fc from 'fast-check'
import { expect, onTestFinished } from 'vitest'
import { LOCAL_PROFILE_ID } from '#core/profiles/profiles.ts'
import { type DrivenCore, startCore } from '#test/stand-ins/core-driver.ts'
import { REQUEST } from '#test/stand-ins/core-options.ts'
import {
  accept,
  cutResponse,
  dropAfterBody,
  dropBeforeBody,
  errorObject,
  rateLimited,
  respond,
  type FaultyResponse,
} from '#test/stand-ins/faulty-responses.ts'
import { startFaultyService } from '#test/stand-ins/faulty-service.ts'
import { scaled, slow } from '#test/stand-ins/scale.ts'
import { pick, seededRandom } from '#test/stand-ins/seeded-random.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'

const SEED = 20_251_123
const SEQUENCES = scaled(1, 6)
const SPEED = 100
/** In credits: a budget for four and a cap for seven, of a price that binary fractions do not hold. */
const PRICE = 0.1
const BUDGET = 4
const CAP = 7

const ANSWERS: readonly FaultyResponse[] = [
  accept,
  accept,
  accept,
  dropAfterBody,
  cutResponse,
  dropBeforeBody,
  rateLimited('1'),
  respond(400, errorObject(400, 'no')),
]
/** What the service says that a task cost; null where it says nothing. */
const BILLS = [null, null, PRICE, 0, 0.03, 0.25]

const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ kind: fc.constant('send' as const), count: fc.integer({ min: 1, max: 4 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('submit' as const), count: fc.integer({ min: 1, max: 3 }) }),
    },
    { weight: 2, arbitrary: fc.constant({ kind: 'approve' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'refuse' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'decide' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('kill' as const), waitMs: fc.integer({ min: 0, max: 80 }) }),
    },
  ),
  { minLength: 12, maxLength: 20 },
)

type Step = (typeof steps extends fc.Arbitrary<infer List> ? List : never) extends readonly (infer One)[]
  ? One
  : never

/** The service, with its own count: what it took, and what each costs. */
async function openService(seed: number) {
  const service = await startFaultyService()
  const random = seededRandom(seed)
  /** Of the tasks in the order in which they were made. */
  const bills: (number | null)[] = []
  Object.defineProperty(service.tasks, 'life', {
    get: () => {
      const bill = pick(random, BILLS)
      bills.push(bill)
      const ended = { status: 'FAILED', ...(bill !== null && { credits: bill, refunded: bill === 0 }) }
      return [respond(200, JSON.stringify({ code: 0, data: ended }))]
    },
  })
  service.always('generate', () => pick(random, ANSWERS))
  const taken = () => service.generates().filter(({ taskId }) => taskId !== undefined)
  return {
    service,
    taken,
    promptsTaken: () => taken().map(({ body }) => String((body as { readonly prompt?: string }).prompt)),
    count: () => {
      const costs = taken().map(({ taskId = '' }) => bills[Number(taskId.split('-')[1]) - 1] ?? PRICE)
      return Math.round(costs.reduce((sum, cost) => sum + cost, 0) * 100) / 100
    },
  }
}

type Counted = Awaited<ReturnType<typeof openService>>

/** The day begins half a day ago, wherever the test runs: none ends in between. */
function noonZone(): string {
  const hours = 12 - new Date().getUTCHours()
  return `Etc/GMT${hours >= 0 ? '-' : '+'}${Math.abs(hours)}`
}

async function openHouse(seed: number) {
  const counted = await openService(seed)
  const dataDir = await makeTempDir()
  const originMs = Date.now()
  let core: DrivenCore | null = null
  const start = async (): Promise<DrivenCore> => {
    core = startCore({ dataDir, speed: SPEED, originMs, env: { TZ: noonZone() } })
    if (!(await core.ready)) throw new Error('The core did not start.')
    await core.setLocalService(counted.service.baseUrl)
    return core
  }
  const end = async (): Promise<void> => {
    await core?.kill()
    await counted.service.close()
  }
  onTestFinished(end)
  return { counted, start, end }
}

interface World {
  core: DrivenCore
  readonly counted: Counted
  readonly agentId: string
  /** Prompts that were sent on the budget alone. */
  readonly unasked: Set<string>
  sent: number
}

function promptsOf(world: World, count: number): readonly string[] {
  return Array.from({ length: count }, () => `number ${(world.sent += 1)}`)
}

/** A quote of an agent, and its wish to send it; repeated where the process was killed before it answered. */
async function send(world: World, count: number): Promise<void> {
  const prompts = promptsOf(world, count)
  const requests = prompts.map((prompt) => ({ ...REQUEST, prompt }))
  const quoted = await world.core.access('quote', world.agentId, { profileId: LOCAL_PROFILE_ID, requests })
  if (!quoted?.ok) return
  const { quoteId } = quoted.data
  const generated = await world.core.access('generate', world.agentId, quoteId)
  if (generated?.ok && generated.data.state === 'sent')
    for (const prompt of prompts) world.unasked.add(prompt)
}

async function answerOldest({ core }: World, word: 'approve' | 'refuse'): Promise<void> {
  const [waiting] = (await core.call('agents.waiting', {}))?.items.filter(({ asked }) => asked) ?? []
  if (!waiting) return
  const { quoteId, bodyHash, price } = waiting
  const answer =
    word === 'approve'
      ? core.call('agents.approve', { quoteId, bodyHash, price })
      : core.call('agents.refuse', { quoteId })
  // A quote lasts six seconds here: on a slow machine it may expire between the list and the word.
  await answer.catch((error: unknown) => {
    if (!String(error).endsWith('agents.quote.expired')) throw error
  })
}

/** As a user would who looks at the service: what is there is linked, what is not is sent again. */
async function decideAll({ core, counted }: World): Promise<number> {
  const tasks = (await core.call('tasks.list', { limit: 500 }))?.items ?? []
  const linked = new Set(tasks.map(({ remoteId }) => remoteId))
  const unknown = tasks.filter(({ state }) => state === 'unknown')
  for (const { id, request } of unknown) {
    const there = counted
      .taken()
      .find(({ taskId, body }) => !linked.has(taskId) && (body as typeof request).prompt === request.prompt)
    linked.add(there?.taskId)
    const remoteId = there?.taskId
    await core
      .call(
        'tasks.decide',
        remoteId === undefined ? { id, action: 'resend' } : { id, action: 'link', remoteId },
      )
      .catch(() => null)
  }
  return unknown.length
}

async function take(world: World, step: Step, start: () => Promise<DrivenCore>): Promise<void> {
  switch (step.kind) {
    case 'send':
      return send(world, step.count)
    case 'submit': {
      const requests = promptsOf(world, step.count).map((prompt) => ({ ...REQUEST, prompt }))
      return void (await world.core.call('tasks.submit', { profileId: LOCAL_PROFILE_ID, requests }))
    }
    case 'approve':
    case 'refuse':
      return answerOldest(world, step.kind)
    case 'decide':
      return void (await decideAll(world))
    case 'restart':
      await world.core.close()
      world.core = await start()
      return
    case 'kill': {
      const { promise, resolve } = Promise.withResolvers<void>()
      // In the midst of a send, wherever that is by then.
      setTimeout(resolve, step.waitMs)
      await Promise.all([send(world, 2).catch(() => undefined), promise.then(() => world.core.kill())])
      world.core = await start()
    }
  }
}

/** By the service's own count, and what may have reached it besides. */
async function checkLimits({ core, counted, unasked }: World): Promise<void> {
  const tasks = (await core.call('tasks.list', { limit: 500 }))?.items ?? []
  const taken = counted.promptsTaken()
  const open = tasks.filter(
    ({ state, request }) => state === 'unknown' && !taken.includes(request.prompt ?? ''),
  )
  const maybe = [...taken, ...open.map(({ request }) => request.prompt ?? '')]
  expect(maybe.length).toBeLessThanOrEqual(CAP)
  expect(maybe.filter((prompt) => unasked.has(prompt)).length).toBeLessThanOrEqual(BUDGET)
}

/** Until every outcome is known and nothing waits: what a cap holds back is given up, for a bill that comes late may make room for it. */
async function settle(world: World): Promise<void> {
  const { core } = world
  await until(async () => {
    if ((await decideAll(world)) > 0) return false
    const state = await core.call('queue.state', {})
    const { sending = 1, running = 1, saving = 1, unknown = 1, queued = 1 } = state?.counts ?? {}
    if (sending + running + saving + unknown > 0) return false
    const isHeld = state?.limits.holding.some(({ kind }) => kind === 'cap') === true
    if (isHeld) await core.call('queue.clear', { what: 'waiting' })
    return queued === 0
  })
}

async function runSequence(sequence: readonly Step[], seed: number): Promise<void> {
  const { counted, start, end } = await openHouse(seed)
  const core = await start()
  const amount = { unit: 'credits', value: PRICE }
  const profileId = LOCAL_PROFILE_ID
  await core.call('spending.setPrice', {
    profileId,
    provider: REQUEST.provider,
    model: REQUEST.model,
    amount,
  })
  const dailyAmountCaps = { [profileId]: { unit: 'credits', value: 0.7 } }
  await core.call('settings.set', { queue: { dailyAmountCaps } })
  const amountPerDay = { unit: 'credits', value: 0.4 }
  const made = await core.call('agents.create', {
    name: 'Claude',
    budget: { requestsPerDay: 500, amountPerDay },
  })
  const { agentId = '' } = (await core.access('identify', made?.token ?? '')) ?? {}
  const world: World = { core, counted, agentId, unasked: new Set(), sent: 0 }
  for (const step of sequence) {
    await take(world, step, start)
    await checkLimits(world)
  }
  await settle(world)
  await checkLimits(world)
  const { rows = [] } = (await world.core.call('spending.query', { from: 0, to: 8e15, by: [] })) ?? {}
  const requests = counted.taken().length
  const amounts = requests === 0 ? [] : [{ unit: 'credits', value: counted.count() }]
  expect(rows).toMatchObject(
    requests === 0 ? [] : [{ requests, unknown: 0, unpriced: 0, reserved: [], amounts }],
  )
  await end()
}

slow(
  `${SEQUENCES} random sequences never pass a cap or a budget, and the ledger is the service's count`,
  { timeout: 1_800_000 },
  async () => {
    const property = fc.asyncProperty(steps, fc.nat(), runSequence)
    await fc.assert(property, { seed: SEED, numRuns: SEQUENCES, endOnFailure: true })
  },
)
