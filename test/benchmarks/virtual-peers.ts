/**
 * What clients in the field do: every half second per task, keeping no limit, a refusal being a reason to ask again.
 *
 * The service refuses what is above the budget, and refusals cost nothing: kind to these clients, for services that count
 * them too would let nothing through at all.
 */
import type { Random } from '#core/ports/clock.ts'
import { BUDGET, type Arrival, type Measured } from './virtual-profile-queue.ts'
import { seededRandom } from '#test/stand-ins/seeded-random.ts'

const EVERY_MS = 500

export function runPeers(arrivals: readonly Arrival[], seed: number): Measured {
  const random = seededRandom(seed)
  const delaysS: number[] = []
  let [polls, refused, arrived] = [0, 0, 0]
  let tokens: number = BUDGET.burst
  let open: Arrival[] = []
  for (let now = 0; delaysS.length < arrivals.length; now += EVERY_MS) {
    tokens = Math.min(BUDGET.burst, tokens + (EVERY_MS * BUDGET.perMinute) / 60_000)
    for (let next = arrivals[arrived]; next && next.atMs <= now; next = arrivals[++arrived]) open.push(next)
    const left: Arrival[] = []
    // Within one half second they come in any order.
    for (const task of shuffled(open, random)) {
      polls++
      const lateMs = now - task.atMs - task.durationMs
      const isTaken = tokens >= 1
      if (isTaken) tokens--
      else refused++
      if (isTaken && lateMs >= 0) delaysS.push(lateMs / 1_000)
      else left.push(task)
    }
    open = left
  }
  return { delaysS, polls, refused }
}

/** Fisher and Yates. */
function shuffled(tasks: readonly Arrival[], random: Random): readonly Arrival[] {
  const order = [...tasks]
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const [a, b] = [order[last], order[other]]
    if (a && b) [order[last], order[other]] = [b, a]
  }
  return order
}
