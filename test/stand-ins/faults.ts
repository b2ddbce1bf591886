/**
 * Every way in which a generate request may go wrong at a service, each with the states in which its task may end, drawn by chance from
 * a seed; and the service's ledger against the client's database: who was sent how often, and what became of it.
 *
 * Every submission has a prompt of its own, by which its requests are found. A request whose body never came is counted against the
 * tasks of its profile of which nothing else is known.
 */
import type { TaskState } from '#contract/rules/task-states.ts'
import {
  accept,
  brokenJson,
  cutResponse,
  delayed,
  dropAfterBody,
  dropBeforeBody,
  dropDuringBody,
  errorObject,
  hang,
  hangAfterHead,
  redirect,
  respond,
  type FaultyResponse,
  type LedgerEntry,
} from './faulty-responses.ts'
import type { LifeStep } from './faulty-tasks.ts'
import type { KeptTask } from './data-check.ts'

export interface Fault {
  readonly response: FaultyResponse
  /** How often, relative to the others. */
  readonly weight: number
  /** Where a task that was answered so may end, apart from `unknown` after a kill. */
  readonly ends: readonly TaskState[]
  /** Holds the connection open without end: only for as long as a kill is still to come. */
  readonly endless?: boolean
}

const UNKNOWN: readonly TaskState[] = ['unknown']
const REJECTED: readonly TaskState[] = ['rejected']
const FOLLOWED: readonly TaskState[] = ['saved', 'failed', 'unsaved']

const named = (name: string, response: FaultyResponse): FaultyResponse => ({ ...response, name })

/** `elsewhere` is where redirects lead. */
export function generateFaults(elsewhere: string): readonly Fault[] {
  return [
    { response: named('accepted', accept), weight: 44, ends: FOLLOWED },
    { response: named('accepted late', delayed(40, accept)), weight: 6, ends: FOLLOWED },
    { response: dropBeforeBody, weight: 5, ends: UNKNOWN },
    { response: dropDuringBody, weight: 4, ends: UNKNOWN },
    { response: dropAfterBody, weight: 6, ends: UNKNOWN },
    { response: cutResponse, weight: 4, ends: UNKNOWN },
    { response: brokenJson, weight: 3, ends: UNKNOWN },
    { response: hang, weight: 1, ends: UNKNOWN, endless: true },
    { response: hangAfterHead, weight: 1, ends: UNKNOWN, endless: true },
    { response: named('500 bare', takenThen(respond(500, ''))), weight: 3, ends: UNKNOWN },
    {
      response: named('500 with a reason', respond(500, errorObject(500, 'broken'))),
      weight: 3,
      ends: REJECTED,
    },
    {
      response: named('502 page', takenThen(respond(502, '<html>bad gateway</html>'))),
      weight: 4,
      ends: UNKNOWN,
    },
    {
      response: named('200 page', takenThen(respond(200, '<html>welcome</html>'))),
      weight: 3,
      ends: UNKNOWN,
    },
    { response: named('200 without an id', respond(200, '{"code":0,"data":{}}')), weight: 2, ends: UNKNOWN },
    {
      response: named('200 with code 1001', respond(200, errorObject(1001, 'no'))),
      weight: 3,
      ends: REJECTED,
    },
    { response: named('400', respond(400, '{"detail":"no"}')), weight: 3, ends: REJECTED },
    { response: redirect(302, elsewhere), weight: 1, ends: REJECTED },
    // fetch would send it again by itself.
    { response: respond(421, ''), weight: 1, ends: REJECTED },
    { response: redirect(307, elsewhere), weight: 2, ends: REJECTED },
    { response: redirect(308, elsewhere), weight: 2, ends: REJECTED },
  ]
}

/** Draws one fault at each call; the endless ones only while they may be. */
export function drawFault(faults: readonly Fault[], random: () => number, endless: boolean): Fault {
  const possible = faults.filter((fault) => endless || !fault.endless)
  let left = random() * possible.reduce((sum, { weight }) => sum + weight, 0)
  for (const fault of possible) {
    left -= fault.weight
    if (left < 0) return fault
  }
  throw new Error('There is no fault to draw.')
}

const hiccup = respond(502, '<html>bad gateway</html>')

/** What a service says of a task from poll to poll: the truth, lies, and nonsense, the last for ever. */
const LIVES: readonly (readonly LifeStep[])[] = [
  ['SUCCESS'],
  ['SUCCESS'],
  ['PENDING', 'SUCCESS'],
  ['PENDING', 'PROCESSING', 'SUCCESS'],
  ['processing', 'Success'],
  ['DREAMING', 'SUCCESS'],
  ['PROCESSING', 'PENDING', 'SUCCESS'],
  ['ERROR', 'PROCESSING', 'SUCCESS'],
  ['ERROR', 'SUCCESS'],
  ['FAILED'],
  [respond(404, errorObject(404, 'no such task')), 'PROCESSING', 'SUCCESS'],
  [hiccup, 'SUCCESS'],
  [respond(200, '<html>welcome</html>'), 'SUCCESS'],
  [respond(429, errorObject(429, 'slower'), { 'retry-after': '2' }), 'SUCCESS'],
]

export function drawLife(random: () => number): readonly LifeStep[] {
  return LIVES[Math.floor(random() * LIVES.length)] ?? ['SUCCESS']
}

/** The service takes the request, and a gateway before it says something else. */
function takenThen(response: FaultyResponse): FaultyResponse {
  return {
    ...response,
    give: async (at) => {
      await at.readBody()
      at.makeTask()
      // The body is read to its end already: the answer finds nothing more to wait for.
      await response.give(at)
    },
  }
}

/**
 * How a task begins its words that was found under way after the process had ended.
 *
 * Every submission has a prompt of its own, by which its requests are found. A request whose body never came is counted
 * against the tasks of its profile of which nothing else is known.
 */
const INTERRUPTED = 'tasks.interrupted'

export interface Submission {
  readonly prompt: string
  /** The first part of the path under which its profile knows the service. */
  readonly endpoint: string
  readonly profileId: string
  /** A proxy may have cut its connection. */
  readonly proxied: boolean
  /** Its service's limit for the day may hold it back to the end. */
  readonly limitedByDay: boolean
}

export interface FaultFigures {
  readonly submissions: number
  /** Requests sent for them, refusals for a limit included. */
  readonly posts: number
  /** Those that were not refused for a limit, and so may have been charged. */
  readonly charged: number
}

export interface Comparison {
  /** Generate requests beyond one a submission, of those that were not refused for a limit. */
  readonly duplicates: number
  /** Tasks the service made that the database neither knows nor calls unknown, and submissions without a row. */
  readonly losses: number
  /** Everything that is not as it must be, a sentence each. */
  readonly wrongs: readonly string[]
  readonly states: Readonly<Record<string, number>>
  /** By what a submission's request met, refusals for a limit aside. */
  readonly byFault: ReadonlyMap<string, FaultFigures>
}

export function compareLedger(
  submissions: readonly Submission[],
  tasks: readonly KeptTask[],
  generates: readonly LedgerEntry[],
  faults: readonly Fault[],
): Comparison {
  const ends = new Map(faults.map(({ response, ends }) => [response.name, ends]))
  const rows = Map.groupBy(tasks, ({ prompt }) => prompt)
  const posts = Map.groupBy(generates, ({ body }) => promptOf(body))
  const wrongs: string[] = []
  const byFault = new Map<string, FaultFigures>()
  let duplicates = 0
  let losses = 0
  for (const submission of submissions) {
    const own = rows.get(submission.prompt) ?? []
    const sent = posts.get(submission.prompt) ?? []
    const charged = sent.filter(({ responded }) => !isLimited(responded))
    const [task] = own
    if (!task || own.length !== 1) {
      losses += task ? 0 : 1
      wrongs.push(`"${submission.prompt}" has ${own.length} tasks`)
    }
    duplicates += Math.max(0, charged.length - 1)
    const fault = sent[0] ? firstFault(sent) : 'nothing received'
    const figures = byFault.get(fault) ?? { submissions: 0, posts: 0, charged: 0 }
    byFault.set(fault, {
      submissions: figures.submissions + 1,
      posts: figures.posts + sent.length,
      charged: figures.charged + charged.length,
    })
    if (!task) continue
    for (const { taskId } of charged) {
      if (taskId !== undefined && task.remoteId !== taskId && task.state !== 'unknown') losses++
    }
    const expected = statesAfter(charged[0], submission, task, ends)
    if (expected.includes(task.state)) continue
    wrongs.push(`"${task.prompt}" is ${task.state} after "${fault}" (${task.error})`)
  }
  const nameless = duplicatesWithoutBody(submissions, tasks, posts)
  return {
    duplicates: duplicates + nameless,
    losses,
    wrongs,
    states: countBy(tasks.map(({ state }) => state)),
    byFault,
  }
}

function statesAfter(
  sent: LedgerEntry | undefined,
  submission: Submission,
  task: KeptTask,
  ends: ReadonlyMap<string, readonly TaskState[]>,
): readonly TaskState[] {
  // Nobody can know what became of a request under which the process ended or the line was cut.
  const interrupted = task.error.startsWith(INTERRUPTED) || submission.proxied
  const open: readonly TaskState[] = interrupted ? ['unknown'] : []
  if (sent) return [...(ends.get(sent.responded) ?? []), ...open]
  // Nothing that can be told apart was received: the body was lost with its connection, or the limit for the day holds.
  return ['unknown', ...(submission.limitedByDay ? (['queued'] as const) : [])]
}

/** Requests without a body that no task of their profile can account for. */
function duplicatesWithoutBody(
  submissions: readonly Submission[],
  tasks: readonly KeptTask[],
  posts: ReadonlyMap<string, readonly LedgerEntry[]>,
): number {
  const nameless = Map.groupBy(posts.get('') ?? [], ({ path }) => endpointOf(path))
  const endpoints = new Map(submissions.map(({ profileId, endpoint }) => [profileId, endpoint]))
  const unaccounted = new Map<string, number>()
  for (const { profileId, prompt, state } of tasks) {
    const endpoint = endpoints.get(profileId) ?? ''
    if (state === 'unknown' && !posts.has(prompt))
      unaccounted.set(endpoint, (unaccounted.get(endpoint) ?? 0) + 1)
  }
  let duplicates = 0
  for (const [endpoint, entries] of nameless) {
    const sent = entries.filter(({ responded }) => !isLimited(responded)).length
    duplicates += Math.max(0, sent - (unaccounted.get(endpoint) ?? 0))
  }
  return duplicates
}

/** The first part of a request's path. */
export function endpointOf(path: string): string {
  return path.split('/')[1] ?? ''
}

function firstFault(sent: readonly LedgerEntry[]): string {
  return (sent.find(({ responded }) => !isLimited(responded)) ?? sent[0])?.responded ?? ''
}

/** A 429 is the service's word that it took nothing. */
function isLimited(answered: string): boolean {
  return answered.startsWith('429')
}

/** The prompt in the body of a request; empty where the body was lost. */
export function promptOf(body: unknown): string {
  const prompt = typeof body === 'object' && body !== null && 'prompt' in body ? body.prompt : null
  return typeof prompt === 'string' ? prompt : ''
}

function countBy(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}
