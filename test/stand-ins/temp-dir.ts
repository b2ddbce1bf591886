/** A folder for one test, removed when the test ends. */
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export async function makeTempDir(): Promise<string> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'atelier-test-')))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}
