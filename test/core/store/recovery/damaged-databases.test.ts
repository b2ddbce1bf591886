/**
 * Damaged databases: nothing is deleted, every asset comes back from media/, every task that can be read is kept.
 *
 * @slow Fifty damaged databases instead of ten.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDamageTrial } from '#test/stand-ins/damage-trial.ts'
import { makeSampleDataDir, type SampleDataDir } from '#test/stand-ins/sample-data-dir.ts'
import { scaled } from '#test/stand-ins/scale.ts'

const TRIALS = scaled(10, 50)
/** Damage that a longer run came upon: first writes that find it, and an id that differs from its index. */
const FOUND = [753, 976]
let root = ''
let sample: SampleDataDir

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'atelier-test-'))
  sample = await makeSampleDataDir(root)
})
afterAll(() => rm(root, { recursive: true, force: true }))

test.each([...Array.from({ length: TRIALS }, (_, seed) => seed), ...FOUND])(
  'comes back from damage %i',
  async (seed) => {
    const { damage, wrongs } = await runDamageTrial(sample, root, seed)
    expect({ damage, wrongs }).toEqual({ damage, wrongs: [] })
  },
)
