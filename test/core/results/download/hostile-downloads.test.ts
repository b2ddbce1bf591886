/** Downloads from a server that does everything wrong that a server can do; `npm run bench -- hostile-downloads` takes more. */
import { expect, test } from 'vitest'
import { runHostileTrial } from '#test/stand-ins/hostile-trial.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

test('keeps no wrong file of 300 hostile downloads, and fetches next to nothing twice', async () => {
  const figures = await runHostileTrial({ dataDir: await makeTempDir(), count: 300, seed: 4, atOnce: 24 })
  expect(figures).toMatchObject({ saved: 300, wrong: [], unsaved: [], wrongs: [] })
  expect(figures.restarts).toBeGreaterThan(10)
  expect(figures.continued.count).toBeGreaterThan(20)
  expect(figures.continued.twice / figures.continued.bytes).toBeLessThanOrEqual(0.05)
})
