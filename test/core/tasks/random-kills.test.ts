/**
 * Kills at random moments of start, work and saving, on one data directory.
 *
 * @slow Fifty kills instead of five.
 */
import { expect, test } from 'vitest'
import { killAtRandom } from '#test/stand-ins/random-kills.ts'
import { scaled } from '#test/stand-ins/scale.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

test('ends well after kills at random moments', { timeout: 240_000 }, async () => {
  const { wrongs } = await killAtRandom({
    dataDir: await makeTempDir(),
    kills: scaled(5, 50),
    seed: 20_250_702,
  })
  expect(wrongs).toEqual([])
})
