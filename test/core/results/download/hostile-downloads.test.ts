/**
 * Downloads from a server that does everything wrong that a server can do; `npm run bench -- hostile-downloads` takes more.
 *
 * @slow 300 downloads instead of 80.
 */
import { expect, test } from 'vitest'
import { runHostileTrial } from '#test/stand-ins/hostile-trial.ts'
import { scaled } from '#test/stand-ins/scale.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

const COUNT = scaled(80, 300)

test('keeps no wrong file of many hostile downloads, and fetches next to nothing twice', async () => {
  const figures = await runHostileTrial({ dataDir: await makeTempDir(), count: COUNT, seed: 4, atOnce: 24 })
  expect(figures).toMatchObject({ saved: COUNT, wrong: [], unsaved: [], wrongs: [] })
  expect(figures.restarts).toBeGreaterThan(COUNT / 30)
  expect(figures.continued.count).toBeGreaterThan(COUNT / 15)
  expect(figures.continued.twice / figures.continued.bytes).toBeLessThanOrEqual(0.05)
})
