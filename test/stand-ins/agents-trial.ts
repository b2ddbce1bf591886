/**
 * Many generations of agents through real programs under faults, and then the service's own count against the ledger.
 *
 * Agents come over HTTP and stdio, with both generations of the SDK. KeptResponses to them are lost, hosts and stdio programs are killed,
 * requests to the service are lost on either side of it; every call is repeated and made in parallel; a user approves, refuses or
 * says nothing. The sample service lives in this process, so that its count outlives every kill.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { LocalService } from '#local-service/server.ts'
import type { WaitingQuote } from '#contract/agents.ts'
import type { AgentClient, ToolResponse } from './agents-clients.ts'
import {
  checkRuns,
  countCredits,
  countDecisions,
  decideUnknown,
  type Decision,
  type Run,
} from './agents-trial-checks.ts'
import { openAgentsWorld, type AgentsWorld, type RequestFate } from './agents-world.ts'
import type { Programs } from './agents-host.ts'

export interface AgentsTrialOptions {
  readonly dataDir: string
  readonly service: LocalService
  readonly programs: Programs
  readonly runs: number
  readonly atOnce: number
  /** Kills of the host, and as many of stdio programs. */
  readonly kills: number
  readonly random: () => number
}

export interface AgentsTrialFigures {
  /** Everything that is not as it must be, a sentence each. */
  readonly wrongs: readonly string[]
  readonly decisions: Readonly<Record<string, number>>
  readonly calls: number
  readonly kills: number
  readonly lostResponses: number
  /** Generate requests that came to the service. */
  readonly requests: number
  readonly unknown: number
  readonly linked: number
  readonly credits: { readonly service: number; readonly ledger: number }
}

const DECISIONS: readonly Decision[] = ['approve', 'approve', 'approve early', 'refuse', 'withhold']
/** Of the requests that reach the service. */
const LOST_REQUESTS = 0.05
const ATTEMPTS = 200
const RETRY_MS = 150
const USER_LOOKS_MS = 25
const WITHHELD_MS = 150
/** A quote whose answer has not come by then was lost. */
const ORPHAN_MS = 2_000
const KILL_WITHIN_MS = 80

export async function runAgentsTrial(options: AgentsTrialOptions): Promise<AgentsTrialFigures> {
  const { random } = options
  let isCalm = false
  const fate = (): RequestFate => {
    if (isCalm || random() >= 2 * LOST_REQUESTS) return 'pass'
    return random() < 0.5 ? 'lose it' : 'lose the answer'
  }
  const world = await openAgentsWorld(options, fate)
  const runs = new Map<string, Run>()
  const wrongs: string[] = []
  const user = followUser(world, runs)
  const kills = planKills(options)
  try {
    const one = async (number: number): Promise<void> => {
      if (kills.has(number)) void disturb(world, random).catch((error: unknown) => wrongs.push(String(error)))
      const run = planRun(number, random)
      runs.set(run.prompt, run)
      await follow(world, run, random, wrongs)
    }
    await inParallel(options.runs, options.atOnce, one)
    isCalm = true
    await world.calm()
    await user.close()
    const { unknown, linked } = await decideUnknown(world)
    const credits = await countCredits(world, options.service)
    wrongs.push(...(await checkRuns(world, [...runs.values()])))
    if (credits.ledger !== credits.service) {
      wrongs.push(`the ledger has ${credits.ledger} credits, the service counted ${credits.service}`)
    }
    return {
      wrongs: [...wrongs, ...world.noise],
      decisions: countDecisions([...runs.values()]),
      calls: world.calls(),
      kills: world.kills(),
      lostResponses: world.lostResponses(),
      requests: [...world.gateway.received.values()].reduce((sum, count) => sum + count, 0),
      unknown,
      linked,
      credits,
    }
  } finally {
    await user.close()
    await world.close()
  }
}

function planRun(number: number, random: () => number): Run {
  const decision = DECISIONS[Math.floor(random() * DECISIONS.length)] ?? 'approve'
  const requests = random() < 0.3 ? 2 : 1
  return {
    prompt: `run ${number}`,
    requests,
    decision,
    budget: 0,
    quoteId: '',
    isApproved: false,
    isOver: false,
    sent: null,
  }
}

function planKills({ runs, kills }: AgentsTrialOptions): ReadonlySet<number> {
  return new Set(Array.from({ length: kills }, (_, number) => Math.floor((runs * (number + 0.5)) / kills)))
}

/** Kills the host or a stdio program, at a moment that nobody chose. */
async function disturb(world: AgentsWorld, random: () => number): Promise<void> {
  await pause(random() * KILL_WITHIN_MS)
  if (random() < 0.4) return world.killStdio()
  // Long enough, now and then, for a stdio program to run a host of its own.
  await world.killHost(random() < 0.5 ? 0 : 600)
}

/** What an agent does that wants its files and never knows whether it was heard. */
async function follow(world: AgentsWorld, run: Run, random: () => number, wrongs: string[]): Promise<void> {
  const seat = world.seats[Math.floor(random() * world.seats.length)]
  if (!seat) return
  const wanted = {
    mediaType: 'image',
    model: 'ink-wash',
    provider: 'sample',
    prompt: run.prompt,
    count: run.requests,
    options: { resolution: '64x64', count: 1 + Math.floor(random() * 3) },
    profileId: world.profileId,
  }
  const quoted = await insist(async () => {
    const response = await seat.call('quote', wanted)
    // Those whose answers were lost are in the way until the user has refused them.
    if (response.text.includes('quotes are waiting for the user')) throw new Error(response.text)
    return response
  })
  if (quoted.isError) return void wrongs.push(`"${run.prompt}" got no quote: ${quoted.text}`)
  run.quoteId = String(quoted.data['quoteId'])
  run.budget = seat.budget
  const calls = 1 + Math.floor(random() * 3)
  await Promise.all(Array.from({ length: calls }, () => generate(seat.call, run, wrongs)))
  // Again, as after a crash of the client; and by somebody else, whose it is not.
  await generate(seat.again, run, wrongs)
  const stranger = world.seats.find((other) => other.agent !== seat.agent)
  if (stranger && random() < 0.3) {
    const stolen = await insist(() => stranger.call('generate', { quoteId: run.quoteId }))
    if (!stolen.isError) wrongs.push(`"${run.prompt}" was sent by another agent`)
  }
  const [taskId] = run.sent ?? []
  if (taskId !== undefined && random() < 0.2)
    await insist(() => seat.call('task', { taskId, waitSeconds: 0.2 }))
  run.isOver = true
}

type CallTool = AgentClient['call']

/** Asks until it is sent or refused, or until an agent would give up whose user says nothing. */
async function generate(call: CallTool, run: Run, wrongs: string[]): Promise<void> {
  const isWithheld = run.decision === 'withhold'
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const signal = isWithheld ? AbortSignal.timeout(WITHHELD_MS) : undefined
    const response = await call('generate', { quoteId: run.quoteId }, signal).catch(() => null)
    if (response?.isError) return
    if (response?.data['state'] === 'sent') return noteSent(run, response, wrongs)
    if (isWithheld && (response !== null || signal?.aborted)) return
    await pause(RETRY_MS)
  }
  wrongs.push(`"${run.prompt}" was never answered (${run.decision})`)
}

function noteSent(run: Run, { data }: ToolResponse, wrongs: string[]): void {
  const ids = (data['tasks'] as readonly { readonly taskId: string }[]).map(({ taskId }) => taskId)
  if (run.sent === null) run.sent = ids
  else if (run.sent.join() !== ids.join())
    wrongs.push(`"${run.prompt}" was answered with other tasks when repeated`)
}

/** Calls until it is answered. */
async function insist(call: () => Promise<ToolResponse>): Promise<ToolResponse> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
      await pause(RETRY_MS)
    }
  }
}

/** The user at the window, who decides as each run's plan says. Quotes of which the agent never heard are refused. */
function followUser(world: AgentsWorld, runs: ReadonlyMap<string, Run>) {
  const closing = new AbortController()
  const decide = async (quote: WaitingQuote): Promise<void> => {
    const run = runs.get(quote.requests[0]?.prompt ?? '')
    const isYoung = Date.now() - quote.createdAt < ORPHAN_MS
    if (!run || (run.quoteId === '' && isYoung)) return
    const { quoteId, bodyHash, price } = quote
    const isOrphan = run.quoteId !== quoteId
    // What is left when its agent has given up goes too: an agent has ten open quotes at most.
    if (isOrphan || run.isOver || (quote.asked && run.decision === 'refuse'))
      await world.ask('agents.refuse', { quoteId })
    else if (run.decision === 'approve early' || (quote.asked && run.decision === 'approve')) {
      run.isApproved = true
      await world.ask('agents.approve', { quoteId, bodyHash, price })
    }
  }
  const look = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const waiting = await world.ask('agents.waiting', {})
      for (const quote of waiting?.items ?? []) await decide(quote)
      await pause(USER_LOOKS_MS)
    }
  }
  const looking = look()
  return {
    close: async (): Promise<void> => {
      closing.abort()
      await looking
    },
  }
}

async function inParallel(
  count: number,
  atOnce: number,
  one: (number: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const work = async (): Promise<void> => {
    while (next < count) await one(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
