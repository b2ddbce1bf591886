/** Voters of known strengths: what the ranking has to find out. */
import { chances, type Fit, type Tally } from '#core/arena/bradley-terry.ts'
import { rankModels } from '#core/arena/ranking.ts'
import type { Random } from '#core/ports/clock.ts'
import { normal, seededRandom } from '#test/stand-ins/seeded-random.ts'

export interface Simulation {
  readonly models: number
  readonly votes: number
  /** Standard deviation of the strengths. */
  readonly spread: number
  /** As the model has it: -1 for a tie in about a sixth of the votes between equals. */
  readonly ties: number
  /** Each model meets only the next one. */
  readonly isChain?: boolean
}

function drawTruth({ models, spread, ties }: Simulation, random: Random): Fit {
  const strengths = Float64Array.from({ length: models }, () => normal(random) * spread)
  const mean = strengths.reduce((sum, one) => sum + one, 0) / models
  return { strengths: strengths.map((one) => one - mean), ties }
}

export function drawVotes(
  { models, votes, isChain = false }: Simulation,
  truth: Fit,
  random: Random,
): readonly Tally[] {
  const tallies = new Map<string, { a: number; b: number; aWins: number; bWins: number; ties: number }>()
  for (let vote = 0; vote < votes; vote++) {
    const a = Math.floor(random() * (models - 1))
    const b = isChain ? a + 1 : a + 1 + Math.floor(random() * (models - 1 - a))
    const tally = tallies.get(`${a} ${b}`) ?? { a, b, aWins: 0, bWins: 0, ties: 0 }
    tallies.set(`${a} ${b}`, tally)
    const chance = chances(truth, a, b)
    const at = random()
    if (at < chance.a) tally.aWins++
    else if (at < chance.a + chance.b) tally.bWins++
    else tally.ties++
  }
  return [...tallies.values()]
}

/** The share of all intervals in `runs` simulations that hold the true strength. */
export function coverage(simulation: Simulation, runs: number, resamples: number): number {
  let held = 0
  let all = 0
  for (let run = 0; run < runs; run++) {
    const random = seededRandom(run)
    const truth = drawTruth(simulation, random)
    for (const { model, group, low, high } of rankModels(
      drawVotes(simulation, truth, random),
      random,
      resamples,
    )) {
      // Strengths of another group are of another average.
      if (group > 0) continue
      const strength = 1 / (1 + Math.exp(-(truth.strengths[model] ?? 0)))
      all++
      if (low <= strength && strength <= high) held++
    }
  }
  return held / all
}
