/**
 * The intervals over many simulated elections, sparse ones among them.
 *
 * @slow The arena's intervals in 800 simulated elections, where the fast set has 120.
 */
import { expect, test } from 'vitest'
import { coverage, type Simulation } from './simulated-votes.ts'

const RUNS = 200
const RESAMPLES = 300

const SIMULATIONS: readonly (readonly [name: string, simulation: Simulation])[] = [
  ['six models and many votes', { models: 6, votes: 300, spread: 1, ties: -0.5 }],
  ['six models and few votes', { models: 6, votes: 60, spread: 1, ties: -0.5 }],
  [
    'a chain, in which most were never compared directly',
    { models: 8, votes: 80, spread: 0.7, ties: -0.5, isChain: true },
  ],
  ['four models and four votes each', { models: 4, votes: 16, spread: 1, ties: -0.5 }],
]

test.each(SIMULATIONS)('95 %% of intervals hold the true strength: %s', (_, simulation) => {
  const share = coverage(simulation, RUNS, RESAMPLES)
  expect(share).toBeGreaterThan(0.93)
  expect(share).toBeLessThan(0.98)
})
