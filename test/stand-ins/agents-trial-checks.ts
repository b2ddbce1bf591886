/** What must hold after a trial of agents: what the service received, what the database and the ledger say of it. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Task } from '#contract/tasks.ts'
import type { LocalService } from '#local-service/server.ts'
import type { AgentsWorld } from './agents-world.ts'

export type Decision = 'approve' | 'approve early' | 'refuse' | 'withhold'

export interface Run {
  readonly prompt: string
  readonly requests: number
  readonly decision: Decision
  /** Of the agent that asks. */
  budget: number
  quoteId: string
  isApproved: boolean
  /** Its agent asks no more. */
  isOver: boolean
  /** It was answered with its tasks. */
  sent: readonly string[] | null
}

const DAY_MS = 86_400_000
/** Without any change. */
const SETTLE_MS = 120_000
const ASK_EVERY_MS = 100

/** What is wrong, a sentence each. */
export async function checkRuns(world: AgentsWorld, runs: readonly Run[]): Promise<readonly string[]> {
  const { received } = world.gateway
  const tasks = Map.groupBy(await allTasks(world), ({ request }) => request.prompt ?? '')
  const wrongs: string[] = []
  for (const { prompt, requests, decision, budget, isApproved, sent } of runs) {
    const came = received.get(prompt) ?? 0
    const own = tasks.get(prompt) ?? []
    const most = isApproved || budget > 0 ? requests : 0
    if (came > most) wrongs.push(`"${prompt}" (${decision}) was requested ${came} times, of at most ${most}`)
    if (own.length > most)
      wrongs.push(`"${prompt}" (${decision}) has ${own.length} tasks, of at most ${most}`)
    if (came > own.length) wrongs.push(`"${prompt}" was requested ${came} times for ${own.length} tasks`)
    if (sent && sent.length !== own.length) wrongs.push(`"${prompt}" was answered with ${sent.length} tasks`)
    const open = own.filter(({ state }) => state !== 'saved' && state !== 'stopped')
    for (const { state, error } of open) wrongs.push(`"${prompt}" ended as ${state} (${error?.message})`)
  }
  const unapproved = runs.filter(({ budget, isApproved }) => budget > 0 && !isApproved)
  const budget = Math.max(0, ...runs.map((run) => run.budget))
  // No prompt came more often than it has tasks, and the budget is of a day.
  const spent = unapproved.flatMap(({ prompt }) => tasks.get(prompt) ?? [])
  for (const [day, own] of Map.groupBy(spent, ({ createdAt }) => new Date(createdAt).toDateString())) {
    if (own.length > budget)
      wrongs.push(`${own.length} requests without approval on ${day}, in a budget of ${budget}`)
  }
  return wrongs
}

/** What the service counted, and what the ledger says. */
export async function countCredits(world: AgentsWorld, { baseUrl, apiKey }: LocalService) {
  const response = await fetch(`${baseUrl}/studio/usage`, { headers: { authorization: `Bearer ${apiKey}` } })
  const usage = (await response.json()) as { readonly data: { readonly credits: number } }
  const to = Date.now() + DAY_MS
  const spending = await world.insist('spending.query', { from: 0, to, by: ['agent'] })
  const amounts = spending.rows.flatMap((row) => row.amounts).filter(({ unit }) => unit === 'credits')
  return { service: usage.data.credits, ledger: amounts.reduce((sum, { value }) => sum + value, 0) }
}

/** Does what a user does who looks at the service's own list: links each unknown task to what is there, and forgets the others. */
export async function decideUnknown(
  world: AgentsWorld,
): Promise<{ readonly unknown: number; readonly linked: number }> {
  await untilNone(world, ['sending', 'queued'])
  const tasks = await allTasks(world)
  const known = new Set(tasks.map(({ remoteId }) => remoteId))
  const open = tasks.filter(({ state }) => state === 'unknown')
  let linked = 0
  for (const { id, request } of open) {
    const remoteId = world.gateway.made.get(request.prompt ?? '')?.find((made) => !known.has(made))
    known.add(remoteId)
    if (remoteId !== undefined) linked += 1
    await world.insist('tasks.decide', {
      id,
      ...(remoteId === undefined ? { action: 'discard' } : { action: 'link', remoteId }),
    })
  }
  await untilNone(world, ['running', 'saving'])
  return { unknown: open.length, linked }
}

async function untilNone(
  world: AgentsWorld,
  states: readonly ('sending' | 'queued' | 'running' | 'saving')[],
) {
  let untilMs = 0
  let last = ''
  for (;;) {
    const { counts, reason } = await world.insist('queue.state', {})
    if (states.every((state) => counts[state] === 0)) return
    const now = JSON.stringify(counts)
    if (now !== last) untilMs = performance.now() + SETTLE_MS
    last = now
    if (performance.now() > untilMs) throw new Error(`Not settled: ${now} ${reason}`)
    await pause(ASK_EVERY_MS)
  }
}

async function allTasks(world: AgentsWorld): Promise<readonly Task[]> {
  const tasks: Task[] = []
  let cursor: string | null = null
  do {
    const page: { readonly items: readonly Task[]; readonly nextCursor: string | null } = await world.insist(
      'tasks.list',
      { limit: 500, ...(cursor !== null && { cursor }) },
    )
    tasks.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return tasks
}

export function countDecisions(runs: readonly Run[]): Readonly<Record<string, number>> {
  const groups = Map.groupBy(runs, ({ decision }) => decision)
  return Object.fromEntries([...groups].map(([decision, group]) => [decision, group.length]))
}
