/**
 * Hostile task results, one after the other: nothing in them holds up the event loop or fills the memory. All 10,000 of the
 * promise: `npm run bench -- hostile-content`.
 *
 * @slow 2,500 results instead of 100.
 */
import { expect, test } from 'vitest'
import { readHostileResults, type HostileReadFigures } from '#test/stand-ins/read-hostile-results.ts'
import { scaled } from '#test/stand-ins/scale.ts'

const RESULTS = scaled(100, 2_500)

test(
  `${RESULTS} hostile results are read without a long silence, and in bounded memory`,
  { timeout: 3_600_000 },
  async () => {
    const figures = await readHostileResults(RESULTS)
    expect(figures.tried).toBe(RESULTS + 1)
    expect(figures.read).toBeGreaterThan(RESULTS / 2)
    expect(figures).toSatisfy(
      ({ longestSilenceMs, mostMb }: HostileReadFigures) => longestSilenceMs <= 250 && mostMb <= 400,
    )
  },
)
