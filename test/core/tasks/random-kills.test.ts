/** Fifty kills at random moments of start, work and saving, on one data directory. */
import { expect, test } from 'vitest'
import { killAtRandom } from '#test/stand-ins/random-kills.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

test('ends well after fifty kills at random moments', { timeout: 240_000 }, async () => {
  const { wrongs } = await killAtRandom({ dataDir: await makeTempDir(), kills: 50, seed: 20_250_702 })
  expect(wrongs).toEqual([])
})
