/** A folder for one test, removed when the test ends, which fails where a key lies in it. */
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { filesWithKeys } from './canary.ts'

export async function makeTempDir(): Promise<string> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'atelier-test-')))
  onTestFinished(async () => {
    const found = await filesWithKeys(path)
    await rm(path, { recursive: true, force: true })
    if (found.length > 0) throw new Error(`A key was written to ${found.join(', ')}.`)
  })
  return path
}
