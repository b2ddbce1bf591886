/**
 * How long a finished task waits until it is noticed, for a given number of requests: the real profile queue against the exact
 * bound, round robin in the same queue, and what clients in the field do.
 *
 * `npm run bench -- polling [tasks] [seeds]`. Arrivals are Poisson; the bound has no clumps and no queue.
 */
import { sum } from './frame.ts'
import { createBound } from './virtual-bound.ts'
import { DURATIONS, type TrueDurations } from './virtual-durations.ts'
import {
  drawArrivals,
  learnedModel,
  roundRobinModel,
  runQueue,
  type Measured,
} from './virtual-profile-queue.ts'
import { runPeers } from './virtual-peers.ts'

const TASKS = 1_000
const SEEDS = 5
const SAMPLES = 50
const BUDGETS = [4, 8]
const DRIFT = 2
/** Promised: against the bound where durations are concentrated, against round robin everywhere. */
const MOST_OF_BOUND = 1.3
const MOST_OF_ROUND_ROBIN = 1.1

const HEADINGS = [
  'durations'.padEnd(28),
  'K'.padStart(2),
  'bound'.padStart(6),
  'at spent'.padStart(8),
  'round robin'.padStart(18),
  'peers'.padStart(11),
  'requests, 429s'.padStart(15),
  'ours'.padStart(18),
  '/bound'.padStart(7),
  '/robin'.padStart(7),
  ' P1',
]

/** @param args tasks a run, and runs a row */
export async function run([tasks = String(TASKS), seeds = String(SEEDS)]: readonly string[]): Promise<void> {
  console.log(
    `${tasks} tasks, 60 polls a minute with a burst of 10, ${SAMPLES} samples learned before, ${seeds} runs a row. Seconds from finished to known:`,
  )
  console.log(
    'mean / p95 (polls a task). "at spent" is the bound for the polls that ours spent; /bound is by that.',
  )
  let holds = true
  for (const drift of [1, DRIFT]) {
    console.log(drift === 1 ? '\nno drift' : `\ndurations ${drift} times as long from the middle on`)
    console.log(HEADINGS.join(' '))
    for (const polls of BUDGETS) {
      for (const durations of DURATIONS) {
        const row = await measureRow(durations, polls, drift, Number(tasks), Number(seeds))
        console.log(row.text)
        holds &&= row.holds
      }
    }
  }
  console.log(`\nP1 ${holds ? 'holds' : 'does not hold'} in every row.`)
}

async function measureRow(
  durations: TrueDurations,
  polls: number,
  drift: number,
  tasks: number,
  seeds: number,
): Promise<{ readonly text: string; readonly holds: boolean }> {
  const [ours, robin, peers]: [Measured[], Measured[], Measured[]] = [[], [], []]
  for (let seed = 1; seed <= seeds; seed++) {
    const arrivals = drawArrivals(durations, tasks, polls, drift, seed)
    ours.push(await runQueue(arrivals, learnedModel(durations, SAMPLES, seed + 1_000)))
    robin.push(await runQueue(arrivals, roundRobinModel()))
    peers.push(runPeers(arrivals, seed))
  }
  const [own, round, peer] = [summarize(ours), summarize(robin), summarize(peers)]
  const bound = drift === 1 ? createBound(durations) : null
  const atSpent = bound?.(own.polls) ?? null
  const [ofBound, ofRobin] = [atSpent === null ? null : own.mean / atSpent, own.mean / round.mean]
  const holds =
    ofRobin <= MOST_OF_ROUND_ROBIN &&
    (ofBound === null || !durations.concentrated || ofBound <= MOST_OF_BOUND)
  const cells = [
    durations.name.padEnd(28),
    String(polls).padStart(2),
    shown(bound?.(polls) ?? null).padStart(6),
    shown(atSpent).padStart(8),
    summaryText(round).padStart(18),
    `${shown(peer.mean, 1)} / ${shown(peer.p95, 0)}`.padStart(11),
    `${peer.polls.toFixed(0)}, ${(peer.refusedShare * 100).toFixed(0)} %`.padStart(15),
    summaryText(own).padStart(18),
    shown(ofBound).padStart(7),
    shown(ofRobin).padStart(7),
    holds ? 'yes' : ' NO',
  ]
  return { text: cells.join(' '), holds }
}

interface Summary {
  readonly mean: number
  readonly p95: number
  readonly polls: number
  readonly refusedShare: number
}

function summarize(runs: readonly Measured[]): Summary {
  const delays = runs.flatMap(({ delaysS }) => delaysS).toSorted((a, b) => a - b)
  const polls = sum(runs.map((run) => run.polls))
  return {
    mean: sum(delays) / delays.length,
    p95: delays[Math.floor(delays.length * 0.95)] ?? 0,
    polls: polls / delays.length,
    refusedShare: sum(runs.map(({ refused }) => refused)) / polls,
  }
}

function summaryText({ mean, p95, polls }: Summary): string {
  return `${shown(mean, 1)} / ${shown(p95, 0)} (${shown(polls, 1)})`
}

function shown(value: number | null, digits = 2): string {
  return value === null ? '-' : value.toFixed(digits)
}
