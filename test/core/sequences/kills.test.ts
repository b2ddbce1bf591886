/**
 * The process is killed at random while a sequence is made: nothing is paid twice, nothing is lost, and the sequence is the same as without
 * a kill.
 *
 * @slow 12 kills instead of three.
 */
import { expect } from 'vitest'
import { scaled, slow } from '#test/stand-ins/scale.ts'
import { killSequence } from '#test/stand-ins/sequence-kills.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

slow('pays for no shot twice and loses none, whenever it is killed', { timeout: 3_600_000 }, async () => {
  expect(
    await killSequence({ dataDir: await makeTempDir(), kills: scaled(3, 12), seed: 20_261_127 }),
  ).toEqual([])
})
