/** Faults by chance, the same ones for the same seed, so that a failure can be seen again. */
import {
  accept,
  brokenJson,
  cutResponse,
  dropAfterBody,
  dropBeforeBody,
  dropDuringBody,
  errorObject,
  rateLimited,
  respond,
  type FaultyResponse,
} from './faulty-responses.ts'

/** A generator of numbers in [0, 1). Source: mulberry32, https://github.com/bryc/code/blob/master/jshash/PRNGs.md */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** What may happen to a generate request, with how often relative to the others. */
const GENERATE_FAULTS: readonly (readonly [number, FaultyResponse])[] = [
  [40, accept],
  [8, dropBeforeBody],
  [8, dropDuringBody],
  [8, dropAfterBody],
  [5, cutResponse],
  [5, brokenJson],
  [5, respond(500, errorObject(500, 'out of order'))],
  [5, respond(500, '')],
  [5, respond(502, '<html>bad gateway</html>')],
  [3, respond(200, errorObject(1001, 'not today'))],
  [3, respond(400, '{"detail":"no"}')],
  [5, rateLimited('1')],
]

/** Draws one of the faults at each call. */
export function randomGenerateFaults(random: () => number): () => FaultyResponse {
  const total = GENERATE_FAULTS.reduce((sum, [weight]) => sum + weight, 0)
  return () => {
    let left = random() * total
    for (const [weight, answer] of GENERATE_FAULTS) {
      left -= weight
      if (left < 0) return answer
    }
    return accept
  }
}
