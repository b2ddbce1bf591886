/**
 * Every way in which a generate request may go wrong at a service, each with the states in which its task may end, drawn by
 * chance from a seed.
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
} from './faulty-responses.ts'
import type { LifeStep } from './faulty-tasks.ts'

export interface Fault {
  readonly answer: FaultyResponse
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

const named = (name: string, answer: FaultyResponse): FaultyResponse => ({ ...answer, name })

/** `elsewhere` is where redirects lead. */
export function generateFaults(elsewhere: string): readonly Fault[] {
  return [
    { answer: named('accepted', accept), weight: 44, ends: FOLLOWED },
    { answer: named('accepted late', delayed(40, accept)), weight: 6, ends: FOLLOWED },
    { answer: dropBeforeBody, weight: 5, ends: UNKNOWN },
    { answer: dropDuringBody, weight: 4, ends: UNKNOWN },
    { answer: dropAfterBody, weight: 6, ends: UNKNOWN },
    { answer: cutResponse, weight: 4, ends: UNKNOWN },
    { answer: brokenJson, weight: 3, ends: UNKNOWN },
    { answer: hang, weight: 1, ends: UNKNOWN, endless: true },
    { answer: hangAfterHead, weight: 1, ends: UNKNOWN, endless: true },
    { answer: named('500 bare', takenThen(respond(500, ''))), weight: 3, ends: UNKNOWN },
    {
      answer: named('500 with a reason', respond(500, errorObject(500, 'broken'))),
      weight: 3,
      ends: REJECTED,
    },
    {
      answer: named('502 page', takenThen(respond(502, '<html>bad gateway</html>'))),
      weight: 4,
      ends: UNKNOWN,
    },
    { answer: named('200 page', takenThen(respond(200, '<html>welcome</html>'))), weight: 3, ends: UNKNOWN },
    { answer: named('200 without an id', respond(200, '{"code":0,"data":{}}')), weight: 2, ends: UNKNOWN },
    { answer: named('200 with code 1001', respond(200, errorObject(1001, 'no'))), weight: 3, ends: REJECTED },
    { answer: named('400', respond(400, '{"detail":"no"}')), weight: 3, ends: REJECTED },
    { answer: redirect(302, elsewhere), weight: 1, ends: REJECTED },
    { answer: redirect(307, elsewhere), weight: 2, ends: REJECTED },
    { answer: redirect(308, elsewhere), weight: 2, ends: REJECTED },
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
function takenThen(answer: FaultyResponse): FaultyResponse {
  return {
    ...answer,
    give: async (at) => {
      await at.readBody()
      at.makeTask()
      // The body is read to its end already: the answer finds nothing more to wait for.
      await answer.give(at)
    },
  }
}
